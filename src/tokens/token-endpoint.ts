import {
  type FailedRequest,
  type Hints,
  cleanServiceText,
  readRefusal,
} from "../core/request/service-error.ts";
import type { JsonCallOptions } from "../core/request/ask.ts";
import type { Fetch } from "../core/request/fetch.ts";
import type { HttpAnswer } from "../core/request/send.ts";
import type { Secrets } from "../log/secrets.ts";
import { ClientError, isClientError } from "../core/errors.ts";
import { JsonErrorCode } from "../wire/error.ts";
import { parseSeconds, invalidResponse } from "../core/request/response.ts";
import * as oauth from "oauth4webapi";
import { createOAuthFetch } from "../core/request/oauth-fetch.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { TokenResult } from "./token-set.ts";

/** Discord documentation, OAuth2. */
export interface Service {
  /** RFC 9207, OpenID Connect Core §2: the web base URL. */
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly revocationEndpoint: string;
  readonly apiBase: string;
  /** Only for a service on this machine. */
  readonly insecure: boolean;
  /** Whether players sign in on Discord's own pages. Only players, not developers, then see the redirect pages. */
  readonly isReal: boolean;
}

export interface TokenContext extends Omit<Service, "authorizationEndpoint" | "isReal"> {
  /** Timeout of one request in milliseconds, read at each request. */
  readonly requestTimeoutMs: () => number;
  readonly secrets: Secrets;
  readonly fetch?: Fetch | undefined;
}

/** Tokens in a response are registered as secrets before it is parsed. */
export function requestOptions(
  { requestTimeoutMs, fetch, secrets }: TokenContext,
  operation: string,
  signal: AbortSignal | undefined,
  request: Pick<FailedRequest, "body" | "hints"> = {},
): Pick<JsonCallOptions, "operation" | "timeoutMs" | "signal" | "onText" | "refuse"> & {
  fetch: Fetch | undefined;
} {
  return {
    operation,
    timeoutMs: requestTimeoutMs(),
    signal,
    fetch,
    onText: (text) => secrets.registerTokens(text),
    refuse: (answer) => tokenError(operation, answer, secrets, request),
  };
}

const maxBodyLength = 1_000;

export function tokenError(
  operation: string,
  answer: HttpAnswer,
  secrets: Secrets,
  { body, hints }: Pick<FailedRequest, "body" | "hints"> = {},
): ClientError {
  const mask = (text: string): string => secrets.clean(text);
  const refusal = readRefusal(answer, { operation, body, mask, hints: { ...tokenHints, ...hints } });
  return new ClientError({ ...refusal, responseBody: cleanServiceText(answer.text, mask, maxBodyLength) });
}

const publicClient =
  'Switch on "Public Client" for the application in the developer portal, or pass exchangeCode and refreshToken to the ' +
  "Client, to use your own server with the secret.";

/** A rejection does not show whether the token was ever valid. */
const rejectedToken =
  "The service does not accept this access token: it may be expired, revoked or invalid. Refresh it, or run Authorize again.";

export const scopeHint =
  "Request only scopes that the application may use: enable the Social SDK, or the scope, in the developer portal.";

const tokenHints: Hints = {
  invalid_client: publicClient,
  unauthorized_client: publicClient,
  invalid_grant:
    "The service does not accept this code or token: it may be already used, expired, revoked or another application's. Delete it and run Authorize again.",
  invalid_scope: scopeHint,
  "status 401": rejectedToken,
  "status 423": "Accounts of the player are being merged; try again later.",
  [JsonErrorCode.MissingAccess]: "The application is not approved for this. Contact the service.",
  [JsonErrorCode.InvalidOAuthToken]: rejectedToken,
  [JsonErrorCode.MissingScope]: "The token lacks a scope for this: authorize again with the scope added.",
};

interface OAuthRequest {
  readonly server: oauth.AuthorizationServer;
  readonly client: oauth.Client;
  readonly options: oauth.TokenEndpointRequestOptions;
}

interface Grant {
  readonly operation: string;
  readonly applicationId: Snowflake;
  readonly signal: AbortSignal | undefined;
  readonly hints?: Hints;
  /** Used if the response has none (RFC 6749 §5.1). */
  readonly scopes?: string | undefined;
  request(request: OAuthRequest): Promise<Response>;
  process(
    server: oauth.AuthorizationServer,
    client: oauth.Client,
    response: Response,
  ): Promise<oauth.TokenEndpointResponse>;
}

/** Sent once, because codes and refresh tokens work once. */
export async function requestToken(context: TokenContext, grant: Grant): Promise<TokenResult> {
  const request = oauthRequest(context, grant);
  try {
    const answer = await grant.process(request.server, request.client, await grant.request(request));
    return new TokenResult({
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token,
      expiresIn: parseSeconds(answer.expires_in),
      scopes: answer.scope || (grant.scopes ?? ""),
      idToken: answer.id_token,
    });
  } catch (error) {
    throw asClientError(error, grant.operation, "a token response (RFC 6749 §5.1)");
  }
}

/** Drops oauth4webapi's own errors, which show tokens when inspected. */
export function asClientError(error: unknown, operation: string, expected: string): ClientError {
  return isClientError(error) ? error : invalidResponse(operation, expected);
}

function describeServer(context: TokenContext): oauth.AuthorizationServer {
  return {
    issuer: context.issuer,
    token_endpoint: context.tokenEndpoint,
    revocation_endpoint: context.revocationEndpoint,
    device_authorization_endpoint: `${context.apiBase}/oauth2/device/authorize`,
  };
}

/** A public client (RFC 8252 §8.5). */
export function oauthRequest(
  context: TokenContext,
  { operation, applicationId, signal, hints }: Omit<Grant, "request" | "process">,
): OAuthRequest {
  const fetch = createOAuthFetch(requestOptions(context, operation, signal, { hints }));
  return {
    server: describeServer(context),
    client: { client_id: applicationId },
    options: { [oauth.customFetch]: fetch, [oauth.allowInsecureRequests]: context.insecure },
  };
}
