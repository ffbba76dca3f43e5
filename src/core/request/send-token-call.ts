import type { ApiPath } from "./addresses.ts";
import { maskSecret } from "./credential.ts";
import type { Fetch, HttpAnswer } from "./send.ts";
import { serviceError } from "./service-error.ts";
import { ask, type Question } from "./ask.ts";

/** A call of an endpoint that needs no credential beside the token in its path, such as the token of an interaction. */
export interface TokenCall extends Pick<
  Question,
  "operation" | "method" | "timeoutMs" | "upload" | "signal"
> {
  readonly path: ApiPath;
  /** The token in the path: hidden in errors. */
  readonly token: string;
  /** Sent as JSON. The caller must not change it afterwards: it is serialised after `ask.ts` has been loaded. */
  readonly body?: unknown;
}

/** Sends one {@link TokenCall}. Errors do not show its token. */
export function sendTokenCall(
  { path, token, ...call }: TokenCall,
  base: string,
  fetch: Fetch | undefined,
): Promise<unknown> {
  const { operation, body } = call;
  const mask = (text: string): string => maskSecret(text, token);
  const refuse = (answer: HttpAnswer) => serviceError(answer, { operation, body, mask });
  return ask({ ...call, url: base + path, fetch, refuse });
}
