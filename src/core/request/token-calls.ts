import { loadOnce } from "../lazy.ts";
import { resolveApiBase, type ServiceOptions } from "./addresses.ts";
import type * as single from "./send-token-call.ts";

/** Apart from the sender, which an endpoint in one file would hold too. */
const loadTokenCall = loadOnce(() => import("./send-token-call.ts"));

/**
 * Sends a call.
 *
 * @returns the JSON of the answer; undefined when it has none.
 * @throws ApiError when the service refuses, and the errors of a request that got no answer.
 */
export type SendTokenCall = (call: single.TokenCall) => Promise<unknown>;

/** @throws as {@link resolveApiBase}. */
export function createTokenCalls({ fetch, ...addresses }: ServiceOptions): SendTokenCall {
  const base = resolveApiBase(addresses);
  return async (call) => {
    const { sendTokenCall } = await loadTokenCall();
    return sendTokenCall(call, base, fetch);
  };
}
