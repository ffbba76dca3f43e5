import * as oauth from "oauth4webapi";
import type { Snowflake } from "../wire/snowflake.ts";
import { type ExternalAuth, wireExternalAuth } from "./external-auth.ts";
import type { ExpectedNonce, TokenResult } from "./token-set.ts";
import { type TokenContext, requestToken, asClientError, oauthRequest } from "./token-endpoint.ts";
import { relinkHint } from "./relink-hint.ts";

/** RFC 6749 §4.1.3, RFC 7636 §4.5. */
export interface CodeExchange {
  readonly applicationId: Snowflake;
  readonly code: string;
  readonly codeVerifier: string;
  /** `undefined` if the authorization request had none. */
  readonly redirectUri: string | undefined;
  readonly scopes?: string | undefined;
  readonly expected?: ExpectedNonce | undefined;
  readonly external?: ExternalAuth | undefined;
}

export const exchangeOperation = "Exchanging the authorization code";

export function exchangeCode(
  context: TokenContext,
  exchange: CodeExchange,
  signal?: AbortSignal,
): Promise<TokenResult> {
  return requestToken(context, {
    operation: exchangeOperation,
    applicationId: exchange.applicationId,
    scopes: exchange.scopes,
    signal,
    hints: {
      invalid_grant:
        "The code is used up, older than a minute, or was issued for another redirect URI or verifier. Run Authorize again.",
      invalid_request: redirectHint(exchange.redirectUri),
    },
    request: ({ server, client, options }) => {
      const { code, redirectUri, codeVerifier, external } = exchange;
      // State and issuer were checked with the callback. oauth4webapi's authorizationCodeGrantRequest requires a redirect URI.
      const parameters = {
        ...(redirectUri !== undefined && { redirect_uri: redirectUri }),
        code,
        code_verifier: codeVerifier,
        ...(external && wireExternalAuth(external)),
      };
      const none = oauth.None();
      const grantType = "authorization_code";
      return oauth.genericTokenEndpointRequest(server, client, none, grantType, parameters, options);
    },
    // Validates the ID token except for its nonce, which is not always known.
    process: oauth.processGenericTokenEndpointResponse,
  });
}

// The service requires a registered redirect URI although none is sent (embedded-app-sdk, issue 61).
const anyRedirect =
  "For a code of the desktop client, register any redirect URI, such as http://127.0.0.1/callback, in the developer portal (OAuth2, Redirects): its exchange sends none, but the service requires a registered one. For any other code, pass the redirectUri that Authorize returned.";

/** The service compares redirect URIs as strings, except for the port of a loopback address (RFC 8252 §7.3). */
function redirectHint(redirectUri: string | undefined): string {
  if (redirectUri === undefined) return anyRedirect;
  const registered = redirectUri.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\])):\d+/, "$1");
  return `Register the redirect URI ${registered} for the application in the developer portal, exactly as written here.`;
}

/** Invalidates the old tokens (RFC 6749 §6). */
export function refreshToken(
  context: TokenContext,
  refresh: { readonly applicationId: Snowflake; readonly refreshToken: string },
  signal?: AbortSignal,
): Promise<TokenResult> {
  return requestToken(context, {
    operation: "Refreshing the token",
    applicationId: refresh.applicationId,
    signal,
    hints: { invalid_grant: relinkHint },
    request: ({ server, client, options }) =>
      oauth.refreshTokenGrantRequest(server, client, oauth.None(), refresh.refreshToken, options),
    process: oauth.processRefreshTokenResponse,
  });
}

export interface Revocation {
  readonly applicationId: Snowflake;
  readonly token: string;
}

/**
 * The service revokes all tokens of this player for this application (RFC 7009). An unknown or expired token counts as revoked
 * (RFC 7009 §2.2).
 */
export async function revokeToken(
  context: TokenContext,
  { applicationId, token }: Revocation,
  signal?: AbortSignal,
): Promise<void> {
  const operation = "Revoking the token";
  const { server, client, options } = oauthRequest(context, { operation, applicationId, signal });
  try {
    const response = await oauth.revocationRequest(server, client, oauth.None(), token, options);
    await oauth.processRevocationResponse(response);
  } catch (error) {
    throw asClientError(error, operation, "a revocation response (RFC 7009 §2.2)");
  }
}
