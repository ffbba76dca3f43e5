import type { Asked } from "../core/request/service-error.ts";
import type { Question } from "../core/request/ask.ts";
import type { Fetch } from "../core/request/send.ts";
import type { Secrets } from "../log/secrets.ts";
import { tokenError } from "./token-error.ts";

/** What the token operations need to know of the service and of the client. */
export interface TokenContext {
  readonly issuer: string;
  readonly tokenEndpoint: string;
  readonly revocationEndpoint: string;
  readonly apiBase: string;
  /** Whether plain http is accepted: only for a service on this machine. */
  readonly insecure: boolean;
  /** Milliseconds for one request. */
  readonly timeoutMs: number;
  readonly secrets: Secrets;
  readonly fetch?: Fetch | undefined;
}

/** How each request of this folder is sent: the tokens in an answer are registered before anybody parses it. */
export function requestOptions(
  { timeoutMs, fetch, secrets }: TokenContext,
  operation: string,
  signal: AbortSignal | undefined,
  asked: Pick<Asked, "body" | "hints"> = {},
): Pick<Question, "operation" | "timeoutMs" | "signal" | "onText" | "refuse"> & { fetch: Fetch | undefined } {
  return {
    operation,
    timeoutMs,
    signal,
    fetch,
    onText: (text) => secrets.registerTokens(text),
    refuse: (answer) => tokenError(operation, answer, secrets, asked),
  };
}
