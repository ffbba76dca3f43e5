import { fields } from "../../../core/check/fields.ts";
import { textOf } from "../../../core/check/readers.ts";
import { RpcErrorCode } from "../../../wire/desktop-client.ts";
import { RpcRefusal } from "../rpc/rpc-refusal.ts";
import { type ActivityCommand, createCommand } from "../command.ts";

const readLink = fields<{ url: string }>({ url: textOf({ most: 8192 }) });
const protocols: readonly string[] = ["http:", "https:"];

/** Asks the player whether to open an address outside; the page that shows the question opens it. */
export const openExternalLink: ActivityCommand = createCommand(
  readLink,
  async ({ frame, session }, { url }) => {
    if (!URL.canParse(url) || !protocols.includes(new URL(url).protocol))
      throw new RpcRefusal(RpcErrorCode.InvalidCommand, `Invalid URL: ${url.slice(0, 200)}`);
    const { accepted } = await frame.prompts.show({ kind: "external-link", url }, session.signal);
    return { opened: accepted };
  },
);
