import { saidSeconds } from "../core/check/said-time.ts";
import type { ApiPath } from "../core/request/api-path.ts";
import { ask } from "../core/request/ask.ts";
import { invalidResponse } from "../core/request/response.ts";
import { requestOptions, type TokenContext } from "./token-context.ts";
import type { TokenGrant } from "./token-grant.ts";

/**
 * Sends JSON to one of the service's own token endpoints, which are not OAuth's: those below `/partner-sdk`.
 *
 * @returns the JSON of the answer; undefined when it has none.
 */
export function postPartner(
  context: TokenContext,
  operation: string,
  path: ApiPath,
  body: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  return ask({
    ...requestOptions(context, operation, signal, { body }),
    method: "POST",
    url: context.apiBase + path,
    body,
  });
}

/** @throws ClientError `invalid_response` for anything but a bearer token. */
export function readPartnerToken(operation: string, answer: unknown): TokenGrant {
  const { access_token, refresh_token, token_type, expires_in, scope } = (answer ?? {}) as Partial<
    Record<string, unknown>
  >;
  if (typeof access_token !== "string" || access_token === "" || !/^bearer$/i.test(String(token_type))) {
    throw invalidResponse(operation, "a bearer token");
  }
  return {
    accessToken: access_token,
    refreshToken: typeof refresh_token === "string" ? refresh_token : undefined,
    expiresIn: saidSeconds(expires_in),
    scopes: typeof scope === "string" ? scope : "",
  };
}
