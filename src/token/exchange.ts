import * as oauth from "oauth4webapi";
import type { Snowflake } from "../snowflake.ts";
import { describeServer, requestToken, type TokenContext } from "./token-endpoint.ts";
import type { TokenResult } from "./token-result.ts";

/** An authorization code and what belongs to it (RFC 6749 §4.1.3, RFC 7636 §4.5). */
export interface CodeExchange {
  readonly clientId: Snowflake;
  readonly code: string;
  readonly codeVerifier: string;
  /** Exactly the one of the authorization request. */
  readonly redirectUri: string;
  /** The nonce of the authorization request, where one was sent. */
  readonly nonce?: string | undefined;
}

/** Turns an authorization code into tokens. */
export function exchangeCode(
  context: TokenContext,
  exchange: CodeExchange,
  signal?: AbortSignal,
): Promise<TokenResult> {
  return requestToken(context, {
    operation: "Exchanging the authorization code",
    clientId: exchange.clientId,
    signal,
    request: (server, client, options) => {
      const { code, redirectUri, codeVerifier } = exchange;
      // State and issuer were checked when the redirect came in; here the library wants its own kind of parameters.
      const parameters = oauth.validateAuthResponse(
        describeServer(context),
        client,
        new URLSearchParams({ code }),
        oauth.expectNoState,
      );
      return oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.None(),
        parameters,
        redirectUri,
        codeVerifier,
        options,
      );
    },
    process: (server, client, response) =>
      oauth.processAuthorizationCodeResponse(server, client, response, {
        expectedNonce: exchange.nonce ?? oauth.expectNoNonce,
      }),
  });
}
