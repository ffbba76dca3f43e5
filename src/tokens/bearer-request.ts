import type { ApiPath } from "../core/request/api-path.ts";
import { ask } from "../core/request/ask.ts";
import type { Hints } from "../core/request/service-error.ts";
import { requestOptions, type TokenContext } from "./token-context.ts";

/**
 * The answer of the service at `path` to a request with `token` (RFC 6750 §2.1).
 *
 * @throws ClientError HTTPError for a refusal, with 401 for a token that does not work; `invalid_response`.
 */
export function getAsBearer(
  context: TokenContext,
  operation: string,
  path: ApiPath,
  token: string,
  signal: AbortSignal | undefined,
  hints?: Hints,
): Promise<unknown> {
  return ask({
    ...requestOptions(context, operation, signal, { hints }),
    method: "GET",
    url: context.apiBase + path,
    headers: { authorization: `Bearer ${token}` },
  });
}
