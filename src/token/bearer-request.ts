import { send } from "../http/send.ts";
import type { TokenContext } from "./token-endpoint.ts";
import { tokenEndpointError } from "./token-error.ts";

/**
 * What the service says at `path` to whoever has `token` (RFC 6750 §2.1).
 *
 * @throws ClientError HTTPError for any status but 200; 401 for a token that does not work.
 */
export async function getAsBearer(
  context: TokenContext,
  operation: string,
  path: string,
  token: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const answer = await send(`${context.apiBase}${path}`, {
    operation,
    method: "GET",
    headers: { authorization: `Bearer ${token}` },
    timeoutMs: context.timeoutMs,
    signal,
    fetch: context.fetch,
  });
  if (answer.status !== 200) throw tokenEndpointError(operation, answer, context.secrets);
  return answer.text;
}
