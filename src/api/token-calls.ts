import { maskSecret } from "../http/mask-secret.ts";
import type { SendOptions } from "../http/send.ts";
import type { StreamedBody } from "../http/streamed-body.ts";
import { resolveApiBase, type ServiceOptions } from "./addresses.ts";
import { ask } from "./ask.ts";
import { serviceError } from "./service-error.ts";

/** One call of an endpoint that the token in its path opens: the token of an interaction. */
export interface TokenCall {
  /** What it does, for error messages. */
  readonly operation: string;
  readonly method: SendOptions["method"];
  /** Below the base URL, with a slash at its start. */
  readonly path: string;
  /** The token in the path: hidden in errors. */
  readonly token: string;
  readonly timeoutMs: number;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The same with files, sent instead. */
  readonly upload?: StreamedBody | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a call.
 *
 * @returns the JSON of the answer; undefined when it has none.
 * @throws ApiError when the service refuses, and the errors of {@link ask}.
 */
export type SendTokenCall = (call: TokenCall) => Promise<unknown>;

/** @throws as {@link resolveApiBase}. */
export function createTokenCalls({ fetch, ...addresses }: ServiceOptions): SendTokenCall {
  const base = resolveApiBase(addresses);
  return ({ path, token, ...call }) => {
    const { operation, body } = call;
    const mask = (text: string): string => maskSecret(text, token);
    const refuse = (answer: Parameters<typeof serviceError>[0]) =>
      serviceError(answer, { operation, body, mask });
    return ask({ ...call, url: base + path, fetch, refuse });
  };
}
