import { apiPath } from "../core/request/api-path.ts";
import { invalidResponse } from "../core/request/response.ts";
import { getAsBearer } from "./bearer-request.ts";
import type { TokenContext } from "./token-context.ts";

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
  const answer = await getAsBearer(context, operation, apiPath`/oauth2/@me`, token, signal);
  const { expires } = (answer ?? {}) as { expires?: unknown };
  const expiresAt = typeof expires === "string" ? Date.parse(expires) : Number.NaN;
  if (Number.isNaN(expiresAt)) throw invalidResponse(operation, "authorization information");
  return expiresAt;
}
