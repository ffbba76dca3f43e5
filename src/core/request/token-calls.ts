import { resolveApiBase, type ServiceOptions } from "./addresses.ts";
import { loadOnce } from "../lazy.ts";
import type { TokenCall } from "./send-token-call.ts";

/**
 * Sends a call.
 *
 * @returns the JSON of the answer; undefined when it has none.
 * @throws ApiError when the service refuses, and those of a request that was not answered.
 */
export type SendTokenCall = (call: TokenCall) => Promise<unknown>;

/** Without the rest of what `loadSending` gives: an endpoint may be bundled into one file. */
const loadSendTokenCall = loadOnce(() => import("./send-token-call.ts"));

/** @throws as {@link resolveApiBase}. */
export function createTokenCalls({ fetch, ...addresses }: ServiceOptions): SendTokenCall {
  const base = resolveApiBase(addresses);
  return async (call) => {
    const { sendTokenCall } = await loadSendTokenCall();
    return sendTokenCall(call, base, fetch);
  };
}
