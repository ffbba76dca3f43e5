import * as oauth from "oauth4webapi";
import { isSnowflake } from "../core/check/readers.ts";
import { type ApiPath, apiPath } from "../core/request/addresses.ts";
import { ask } from "../core/request/send.ts";
import { invalidResponse } from "../core/request/response.ts";
import type { Hints } from "../core/request/service-error.ts";
import { JsonErrorCode } from "../wire/error.ts";
import type { WireCurrentUser } from "../wire/user.ts";
import type {
  Backend,
  ChildTokenRequest,
  ChildTokenResult,
  CodeExchange,
  ProvisionalRequest,
  Revocation,
} from "./backend.ts";
import { type DeviceRequest, runDeviceFlow } from "./device.ts";
import { wireExternalAuth } from "./external-auth.ts";
import { askOwnServer, type TokenRefreshRequest } from "./own-server.ts";
import type { ExchangeCode, RefreshOnServer } from "./own-server-hooks.ts";
import { CurrentUser, textOrNone } from "./player.ts";
import {
  type TokenContext,
  asClientError,
  oauthRequest,
  requestOptions,
  requestToken,
} from "./token-endpoint.ts";
import { checkNonce, readGrant, type TokenGrant, TokenResult } from "./token-set.ts";

export interface ServiceBackendContext extends TokenContext {
  readonly exchangeCode?: ExchangeCode | undefined;
  readonly refreshToken?: RefreshOnServer | undefined;
}

/** Sends token requests to the service, or to the game's own server. */
export class ServiceBackend implements Backend {
  readonly #context: ServiceBackendContext;

  constructor(context: ServiceBackendContext) {
    this.#context = context;
  }

  async getToken(exchange: CodeExchange, signal?: AbortSignal): Promise<TokenResult> {
    const { secrets, exchangeCode: askServer } = this.#context;
    const { applicationId, code, codeVerifier, redirectUri, scopes, expected, external } = exchange;
    const operation = "Exchanging the authorization code";
    using _secrets = secrets.scope(code, codeVerifier, expected?.nonce, external?.token);
    if (askServer) {
      const request = { applicationId, code, codeVerifier, redirectUri, external, signal };
      const answer = await askOwnServer({ operation, secrets, scopes, signal }, () => askServer(request));
      // The game's server may keep the ID token and verify it itself.
      if (answer.claims) checkNonce(operation, answer.claims, expected);
      return answer;
    }
    const result = await requestToken(this.#context, {
      operation,
      applicationId,
      scopes,
      signal,
      hints: exchangeHints(redirectUri),
      request: ({ server, client, options }) => {
        // Does not use oauth4webapi's authorizationCodeGrantRequest, because it requires a redirect URI. The callback's state and
        // issuer were checked earlier.
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
      // Does not check the ID token's nonce, which may be unknown.
      process: oauth.processGenericTokenEndpointResponse,
    });
    checkNonce(operation, result.claims, expected);
    return result;
  }

  getTokenFromDevice(request: DeviceRequest, signal?: AbortSignal): Promise<TokenResult> {
    return runDeviceFlow(this.#context, request, signal);
  }

  refreshToken(request: TokenRefreshRequest): Promise<TokenResult> {
    const { secrets, refreshToken: askServer } = this.#context;
    const { applicationId, refreshToken, signal } = request;
    const operation = "Refreshing the token";
    if (askServer) return askOwnServer({ operation, secrets, signal }, () => askServer(request));
    return requestToken(this.#context, {
      operation,
      applicationId,
      signal,
      hints: refreshHints,
      request: ({ server, client, options }) =>
        oauth.refreshTokenGrantRequest(server, client, oauth.None(), refreshToken, options),
      process: oauth.processRefreshTokenResponse,
    });
  }

  async revokeToken({ applicationId, token }: Revocation, signal?: AbortSignal): Promise<void> {
    const operation = "Revoking the token";
    const { server, client, options } = oauthRequest(this.#context, { operation, applicationId, signal });
    try {
      const response = await oauth.revocationRequest(server, client, oauth.None(), token, options);
      await oauth.processRevocationResponse(response);
    } catch (error) {
      throw asClientError(error, operation, "a revocation response (RFC 7009 §2.2)");
    }
  }

  async exchangeChildToken(child: ChildTokenRequest, signal?: AbortSignal): Promise<ChildTokenResult> {
    const operation = "Exchanging the parent token";
    const body = { parent_access_token: child.parentToken, child_application_id: child.childApplicationId };
    const grant = await this.#requestPartnerToken(operation, apiPath`/partner-sdk/child-token`, body, signal);
    return new TokenResult({ ...grant, refreshToken: undefined });
  }

  async getProvisionalToken(
    { applicationId, external }: ProvisionalRequest,
    signal?: AbortSignal,
  ): Promise<TokenResult> {
    using _secret = this.#context.secrets.scope(external.token);
    const operation = "Getting a provisional token";
    const body = { client_id: applicationId, ...wireExternalAuth(external) };
    return new TokenResult(
      await this.#requestPartnerToken(operation, apiPath`/partner-sdk/token`, body, signal),
    );
  }

  async unmergeIntoProvisionalAccount(
    { applicationId, external }: ProvisionalRequest,
    signal?: AbortSignal,
  ): Promise<void> {
    using _secret = this.#context.secrets.scope(external.token);
    const body = { client_id: applicationId, ...wireExternalAuth(external) };
    const path = apiPath`/partner-sdk/provisional-accounts/unmerge`;
    await this.#postPartner("Unmerging the account", path, body, signal);
  }

  async fetchCurrentUser(token: string, signal?: AbortSignal): Promise<CurrentUser> {
    const operation = "Fetching the current user";
    const user = await this.#get(operation, apiPath`/users/@me`, { token, signal, hints: userHints });
    if (!isUser(user)) throw invalidResponse(operation, "a user");
    return new CurrentUser(
      {
        id: user.id,
        username: user.username,
        globalName: user.global_name ?? undefined,
        avatar: user.avatar ?? undefined,
        locale: textOrNone(user.locale),
        email: textOrNone(user.email),
        verified: typeof user.verified === "boolean" ? user.verified : undefined,
      },
      this.#context.isReal ? undefined : this.#context.issuer,
    );
  }

  async fetchExpiry(token: string, signal?: AbortSignal): Promise<number> {
    const operation = "Fetching the token's expiry";
    const answer = await this.#get(operation, apiPath`/oauth2/@me`, { token, signal });
    const { expires } = (answer ?? {}) as { expires?: unknown };
    const expiresAt = typeof expires === "string" ? Date.parse(expires) : Number.NaN;
    if (Number.isNaN(expiresAt)) throw invalidResponse(operation, "authorization information");
    return expiresAt;
  }

  /** Omits the ID token, because nothing validates it. */
  async #requestPartnerToken(
    operation: string,
    path: ApiPath,
    body: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): Promise<TokenGrant> {
    const answer = await this.#postPartner(operation, path, body, signal);
    return { ...readGrant(operation, answer, "a bearer token"), idToken: undefined };
  }

  /** Endpoints under `/partner-sdk` do not follow OAuth. */
  #postPartner(
    operation: string,
    path: ApiPath,
    body: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    return ask({
      ...requestOptions(this.#context, operation, signal, { body }),
      method: "POST",
      url: this.#context.apiBase + path,
      body,
    });
  }

  /** Sends a bearer token (RFC 6750 §2.1). */
  #get(operation: string, path: ApiPath, { token, signal, hints }: BearerRequest): Promise<unknown> {
    return ask({
      ...requestOptions(this.#context, operation, signal, { hints }),
      method: "GET",
      url: this.#context.apiBase + path,
      headers: { authorization: `Bearer ${token}` },
    });
  }
}

interface BearerRequest {
  readonly token: string;
  readonly signal: AbortSignal | undefined;
  readonly hints?: Hints;
}

// The service requires a registered redirect URI even if none is sent (embedded-app-sdk, issue 61).
const anyRedirect =
  "For a code from the desktop client, register any redirect URI, such as http://127.0.0.1/callback, in the developer portal (OAuth2, Redirects): the exchange does not send it, but the service requires one. For any other code, pass the redirectUri returned by Authorize.";

export function exchangeHints(redirectUri: string | undefined): Hints {
  return {
    invalid_grant:
      "The code was already used, is older than a minute, or was issued for another redirect URI or verifier. Run Authorize again.",
    invalid_request: redirectHint(redirectUri),
  };
}

/** The service compares redirect URIs as strings, ignoring only the port of a loopback address (RFC 8252 §7.3). */
function redirectHint(redirectUri: string | undefined): string {
  if (redirectUri === undefined) return anyRedirect;
  const registered = redirectUri.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\])):\d+/, "$1");
  return `Register the redirect URI ${registered} for the application in the developer portal, exactly as written here.`;
}

/** The service does not state why a refresh token is invalid (Discord Social SDK, account linking). */
const relinkHint =
  "Delete the tokens and authorize again. If the game uses provisional accounts, call GetProvisionalToken first: if it " +
  `succeeds, the account is no longer linked, and the player continues as a guest; error ${JsonErrorCode.AccountLinked} means that it is still linked.`;

export const refreshHints: Hints = { invalid_grant: relinkHint };

const addIdentify = "Sign in again with the identify scope.";
const userHints = { [JsonErrorCode.MissingAccess]: addIdentify, [JsonErrorCode.MissingScope]: addIdentify };

function isUser(value: unknown): value is WireCurrentUser {
  const { id, username, global_name, avatar } = (value ?? {}) as Partial<
    Record<keyof WireCurrentUser, unknown>
  >;
  const texts = [global_name ?? "", avatar ?? ""];
  return isSnowflake(id) && typeof username === "string" && texts.every((text) => typeof text === "string");
}
