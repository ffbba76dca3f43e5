import { ask } from "../api/ask.ts";
import type { TokenContext } from "./token-endpoint.ts";
import { tokenError } from "./token-error.ts";

/**
 * What the service says at `path` to whoever has `token` (RFC 6750 §2.1).
 *
 * @throws ClientError HTTPError for a refusal, with 401 for a token that does not work; `invalid_response`.
 */
export function getAsBearer(
  { apiBase, timeoutMs, fetch, secrets }: TokenContext,
  operation: string,
  path: string,
  token: string,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  return ask({
    operation,
    method: "GET",
    url: apiBase + path,
    headers: { authorization: `Bearer ${token}` },
    timeoutMs,
    signal,
    fetch,
    refuse: (answer) => tokenError(operation, answer, secrets),
  });
}
