import { getAsBearer } from "./bearer-request.ts";
import { malformedAnswer, type TokenContext } from "./token-endpoint.ts";

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
  const expiresAt = readExpires(await getAsBearer(context, operation, "/oauth2/@me", token, signal));
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
