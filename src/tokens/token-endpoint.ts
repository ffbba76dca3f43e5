import { saidSeconds } from "../core/check/said-time.ts";
import * as oauth from "oauth4webapi";
import { createOAuthFetch } from "../core/request/oauth-fetch.ts";
import { invalidResponse } from "../core/request/response.ts";
import type { Hints } from "../core/request/service-error.ts";
import { type ClientError, isClientError } from "../core/errors.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { requestOptions, type TokenContext } from "./token-context.ts";
import { TokenResult } from "./token-result.ts";

/** One grant: `request` sends it, `process` reads the answer; both are oauth4webapi's. */
interface Grant {
  /** What it does, for messages. */
  readonly operation: string;
  readonly applicationId: Snowflake;
  readonly signal: AbortSignal | undefined;
  readonly hints?: Hints;
  /** The scopes that were asked for, where that is known: an answer without scopes means them (RFC 6749 §5.1). */
  readonly scopes?: string | undefined;
  request(
    server: oauth.AuthorizationServer,
    client: oauth.Client,
    options: oauth.TokenEndpointRequestOptions,
  ): Promise<Response>;
  process(
    server: oauth.AuthorizationServer,
    client: oauth.Client,
    response: Response,
  ): Promise<oauth.TokenEndpointResponse>;
}

/** Sends one grant to the token endpoint as a public client (RFC 8252 §8.5), once: a code or token may not be sent twice. */
export async function requestToken(context: TokenContext, grant: Grant): Promise<TokenResult> {
  const server = describeServer(context);
  const client: oauth.Client = { client_id: grant.applicationId };
  const options = {
    [oauth.customFetch]: fetchThrough(context, grant.operation, grant.signal, grant.hints),
    [oauth.allowInsecureRequests]: context.insecure,
  };
  try {
    const answer = await grant.process(server, client, await grant.request(server, client, options));
    return new TokenResult({
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token,
      expiresIn: saidSeconds(answer.expires_in),
      scopes: answer.scope || (grant.scopes ?? ""),
      idToken: answer.id_token,
    });
  } catch (error) {
    throw asClientError(error, grant.operation, "a token response (RFC 6749 §5.1)");
  }
}

/** Nothing is kept of oauth4webapi's own errors: they show tokens when they are inspected. */
export function asClientError(error: unknown, operation: string, expected: string): ClientError {
  return isClientError(error) ? error : invalidResponse(operation, expected);
}

/** The service as oauth4webapi wants it described. */
export function describeServer(context: TokenContext): oauth.AuthorizationServer {
  return {
    issuer: context.issuer,
    token_endpoint: context.tokenEndpoint,
    revocation_endpoint: context.revocationEndpoint,
    device_authorization_endpoint: `${context.apiBase}/oauth2/device/authorize`,
  };
}

/** The `fetch` that oauth4webapi is given. */
export function fetchThrough(
  context: TokenContext,
  operation: string,
  signal: AbortSignal | undefined,
  hints?: Hints,
): ReturnType<typeof createOAuthFetch> {
  return createOAuthFetch(requestOptions(context, operation, signal, { hints }));
}
