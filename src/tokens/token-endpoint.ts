import {
  type FailedRequest,
  type Hints,
  cleanServiceText,
  readRefusal,
} from "../core/request/service-error.ts";
import { type JsonCallOptions, type HttpAnswer, createOAuthFetch } from "../core/request/send.ts";
import type { Fetch } from "../core/request/addresses.ts";
import type { Secrets } from "../log/secrets.ts";
import { ClientError, isClientError } from "../core/errors.ts";
import { JsonErrorCode } from "../wire/error.ts";
import { parseSeconds, invalidResponse } from "../core/request/response.ts";
import * as oauth from "oauth4webapi";
import type { Snowflake } from "../wire/snowflake.ts";
import { TokenResult } from "./token-set.ts";

/** See Discord documentation, OAuth2. */
export interface Service {
  /** The web base URL (RFC 9207, OpenID Connect Core §2). */
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly revocationEndpoint: string;
  readonly apiBase: string;
  /** Whether http URLs are allowed. Set only for services on this machine. */
  readonly insecure: boolean;
  /** Whether this is Discord's own service. If so, the redirect pages are for players; otherwise, they are for developers. */
  readonly isReal: boolean;
}

export interface TokenContext extends Omit<Service, "authorizationEndpoint"> {
  /** The timeout in milliseconds. Called for each request. */
  readonly requestTimeoutMs: () => number;
  readonly secrets: Secrets;
  readonly fetch?: Fetch | undefined;
}

/** Registers tokens in the response as secrets before it is parsed. */
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
  'Turn on "Public Client" for the application in the developer portal. If your own server holds the secret, pass ' +
  "exchangeCode and refreshToken to the Client.";

/** The rejection does not reveal whether the token was ever valid. */
const rejectedToken =
  "The service does not accept this access token: it may be expired, revoked or invalid. Refresh it, or run Authorize again.";

export const scopeHint =
  "Enable the Social SDK or the scope in the developer portal, or request only allowed scopes.";

const tokenHints: Hints = {
  invalid_client: publicClient,
  unauthorized_client: publicClient,
  invalid_grant:
    "The service does not accept this code or token: it may have expired, been used or revoked, or belong to another application. Delete it and run Authorize again.",
  invalid_scope: scopeHint,
  "status 401": rejectedToken,
  "status 423": "The player's accounts are being merged; try again later.",
  [JsonErrorCode.MissingAccess]: "The application is not approved for this operation. Contact the service.",
  [JsonErrorCode.InvalidOAuthToken]: rejectedToken,
  [JsonErrorCode.MissingScope]: "The token lacks a required scope: add it and authorize again.",
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
  /** The requested scopes, used if the response lists none (RFC 6749 §5.1). */
  readonly scopes?: string | undefined;
  request(request: OAuthRequest): Promise<Response>;
  process(
    server: oauth.AuthorizationServer,
    client: oauth.Client,
    response: Response,
  ): Promise<oauth.TokenEndpointResponse>;
}

/** Never retries, because codes and refresh tokens can be used only once. */
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

/** Replaces oauth4webapi's own errors, which reveal tokens when inspected. */
export function asClientError(error: unknown, operation: string, expected: string): ClientError {
  return isClientError(error) ? error : invalidResponse(operation, expected);
}

/** Prepares a request as a public client (RFC 8252 §8.5). */
export function oauthRequest(
  context: TokenContext,
  { operation, applicationId, signal, hints }: Omit<Grant, "request" | "process">,
): OAuthRequest {
  const fetch = createOAuthFetch(requestOptions(context, operation, signal, { hints }));
  return {
    server: {
      issuer: context.issuer,
      token_endpoint: context.tokenEndpoint,
      revocation_endpoint: context.revocationEndpoint,
      device_authorization_endpoint: `${context.apiBase}/oauth2/device/authorize`,
    },
    client: { client_id: applicationId },
    options: { [oauth.customFetch]: fetch, [oauth.allowInsecureRequests]: context.insecure },
  };
}
