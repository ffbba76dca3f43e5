import { parseSeconds, invalidResponse } from "../core/request/response.ts";
import { textOrNone } from "./player.ts";
import { type ApiPath, apiPath } from "../core/request/addresses.ts";
import { ask } from "../core/request/ask.ts";
import { requestOptions, type TokenContext } from "./token-endpoint.ts";
import { type TokenGrant, TokenResult } from "./token-set.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { type ExternalAuth, wireExternalAuth } from "./external-auth.ts";

/**
 * The endpoints below `/partner-sdk` are not OAuth endpoints.
 *
 * @returns `undefined` for an empty response.
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

export function readPartnerToken(operation: string, answer: unknown): TokenGrant {
  const { access_token, refresh_token, token_type, expires_in, scope } = (answer ?? {}) as Partial<
    Record<string, unknown>
  >;
  if (typeof access_token !== "string" || access_token === "" || !/^bearer$/i.test(String(token_type))) {
    throw invalidResponse(operation, "a bearer token");
  }
  return {
    accessToken: access_token,
    refreshToken: textOrNone(refresh_token),
    expiresIn: parseSeconds(expires_in),
    scopes: textOrNone(scope) ?? "",
  };
}

/** The result of exchanging a parent application's token. It has no refresh token: exchange again when it expires. */
export type ChildTokenResult = Omit<TokenResult, "refreshToken" | "idToken" | "claims">;

export interface ChildTokenRequest {
  readonly parentToken: string;
  readonly childApplicationId: Snowflake;
}

/** The token expires no later than the publisher's. */
export async function exchangeChildToken(
  context: TokenContext,
  child: ChildTokenRequest,
  signal?: AbortSignal,
): Promise<ChildTokenResult> {
  const operation = "Exchanging the parent token";
  const body = { parent_access_token: child.parentToken, child_application_id: child.childApplicationId };
  const answer = await postPartner(context, operation, apiPath`/partner-sdk/child-token`, body, signal);
  return new TokenResult({ ...readPartnerToken(operation, answer), refreshToken: undefined });
}

export interface ProvisionalRequest {
  readonly applicationId: Snowflake;
  readonly external: ExternalAuth;
}

/** Fails with error code 530010 if the player has linked an account. */
export async function getProvisionalToken(
  context: TokenContext,
  { applicationId, external }: ProvisionalRequest,
  signal?: AbortSignal,
): Promise<TokenResult> {
  const operation = "Getting a provisional token";
  const body = { client_id: applicationId, ...wireExternalAuth(external) };
  const answer = await postPartner(context, operation, apiPath`/partner-sdk/token`, body, signal);
  return new TokenResult(readPartnerToken(operation, answer));
}

/** Revokes all tokens of the player. */
export async function unmergeIntoProvisionalAccount(
  context: TokenContext,
  { applicationId, external }: ProvisionalRequest,
  signal?: AbortSignal,
): Promise<void> {
  const body = { client_id: applicationId, ...wireExternalAuth(external) };
  const path = apiPath`/partner-sdk/provisional-accounts/unmerge`;
  await postPartner(context, "Unmerging the account", path, body, signal);
}
