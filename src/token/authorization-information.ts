import { send } from "../http/send.ts";
import { malformedAnswer, type TokenContext } from "./token-endpoint.ts";
import { tokenEndpointError } from "./token-error.ts";

/**
 * When an access token ends, in milliseconds since 1970 (Discord documentation, Get Current Authorization Information).
 *
 * @throws ClientError HTTPError with status 401 when it has ended already.
 */
export async function fetchExpiry(
  context: TokenContext,
  token: string,
  signal?: AbortSignal,
): Promise<number> {
  const operation = "Asking when the token ends";
  const answer = await send(`${context.apiBase}/oauth2/@me`, {
    operation,
    method: "GET",
    headers: { authorization: `Bearer ${token}` },
    timeoutMs: context.timeoutMs,
    signal,
    fetch: context.fetch,
  });
  if (answer.status !== 200) throw tokenEndpointError(operation, answer, context.secrets);
  const expiresAt = readExpires(answer.text);
  if (Number.isNaN(expiresAt)) throw malformedAnswer(operation, "authorization information");
  return expiresAt;
}

function readExpires(text: string): number {
  try {
    return Date.parse(String((JSON.parse(text) as { expires?: unknown } | null)?.expires));
  } catch {
    return Number.NaN;
  }
}
