import { type ApiPath, resolveApiBase, type ServiceOptions } from "./addresses.ts";
import type { SendOptions, StreamedBody } from "./send.ts";
import { loadOnce } from "../lazy.ts";

/** One call of an endpoint that the token in its path opens: the token of an interaction. */
export interface TokenCall {
  /** What it does, for error messages. */
  readonly operation: string;
  readonly method: SendOptions["method"];
  readonly path: ApiPath;
  /** The token in the path: hidden in errors. */
  readonly token: string;
  readonly timeoutMs: number;
  /** Sent as JSON: nobody else's, since it is read once what sends it is loaded. */
  readonly body?: unknown;
  /** The same with files, sent instead. */
  readonly upload?: StreamedBody | undefined;
  readonly signal?: AbortSignal | undefined;
}

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
