import { asItIs } from "../../../core/check/readers.ts";
import { RpcErrorCode } from "../../../wire/desktop-client.ts";
import { createSnowflake } from "../../base/recent.ts";
import { RpcRefusal } from "../rpc/rpc-refusal.ts";
import { type ActivityCommand, createCommand } from "../command.ts";

/** One transparent point. */
const smallPicture =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg==";

/** Asks the player for a picture, and keeps it where the files of messages are. */
export const initiateImageUpload: ActivityCommand = createCommand(
  asItIs<unknown>(),
  async ({ frame, live, session }) => {
    const { accepted, choice = smallPicture } = await frame.prompts.show({ kind: "image" }, session.signal);
    const [, type, data] = /^data:image\/(png|jpeg|gif|webp);base64,([\w+/]+={0,2})$/.exec(choice) ?? [];
    if (!accepted || type === undefined || data === undefined)
      throw new RpcRefusal(RpcErrorCode.UnknownError, `${frame.player.name} has not chosen a picture.`);
    const content = new Blob([Buffer.from(data, "base64")]);
    const { clock, files } = live.world;
    const id = createSnowflake(clock.now());
    const filename = `image.${type}`;
    files.keep(id, { key: "0", filename, size: content.size, contentType: `image/${type}`, content });
    const { channel_id } = frame.instance.location;
    return { image_url: files.urlOf(channel_id, id, filename) };
  },
  "any token",
);
