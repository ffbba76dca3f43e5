import { RpcCloseCode, rpcVersion } from "../../wire/desktop-client.ts";
import type { ActivityFrame } from "./frame.ts";
import type { Unreadable } from "./message.ts";

/** Why the first message of an Activity is refused; undefined where it is not. */
export function checkHandshake(
  { v, encoding = "json", client_id: clientId, frame_id: frameId }: Readonly<Record<string, unknown>>,
  { application: { id, name }, id: ownId }: Pick<ActivityFrame, "application" | "id">,
): Unreadable | undefined {
  if (v !== rpcVersion)
    return { code: RpcCloseCode.InvalidVersion, problem: `Invalid version: v must be ${rpcVersion}.` };
  if (encoding !== "json")
    return { code: RpcCloseCode.InvalidEncoding, problem: "Invalid encoding: it must be json." };
  if (clientId !== id) {
    const problem = `Invalid Client ID: this is the Activity of ${name}, so write new DiscordSDK("${id}").`;
    return { code: RpcCloseCode.InvalidClientId, problem };
  }
  if (frameId === ownId) return undefined;
  const problem =
    "The frame_id is of another window: take it from the address of the page, as DiscordSDK does.";
  return { code: RpcCloseCode.Unsupported, problem };
}
