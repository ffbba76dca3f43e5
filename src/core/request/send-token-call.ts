import { maskSecret } from "./credential.ts";
import type { Fetch, SendOptions, StreamedBody } from "./send.ts";
import { ask } from "./repetition.ts";
import { serviceError } from "./service-error.ts";
import type { ApiPath } from "./addresses.ts";

/** What `createTokenCalls` does with a call. */
export function sendTokenCall(
  { path, token, ...call }: TokenCall,
  base: string,
  fetch: Fetch | undefined,
): Promise<unknown> {
  const { operation, body } = call;
  const mask = (text: string): string => maskSecret(text, token);
  const refuse = (answer: Parameters<typeof serviceError>[0]) =>
    serviceError(answer, { operation, body, mask });
  return ask({ ...call, url: base + path, fetch, refuse });
}

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
