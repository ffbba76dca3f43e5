import { maskSecret } from "./credential.ts";
import type { Fetch } from "./send.ts";
import { ask } from "./sender.ts";
import { serviceError } from "./service-error.ts";
import type { TokenCall } from "./token-calls.ts";

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
