import { fetchExpiry, fetchCurrentUser } from "../tokens/current-user.ts";
import { type CurrentUser } from "../tokens/player.ts";
import {
  type ChildTokenRequest,
  type ChildTokenResult,
  type ProvisionalRequest,
  exchangeChildToken,
  getProvisionalToken,
  unmergeIntoProvisionalAccount,
} from "../tokens/provisional.ts";
import { type DeviceRequest, getTokenFromDevice } from "../tokens/device.ts";
import {
  type CodeExchange,
  type Revocation,
  exchangeCode,
  exchangeOperation,
  refreshToken,
  revokeToken,
} from "../tokens/grants.ts";
import { checkNonce, type TokenResult } from "../tokens/token-set.ts";
import { askOwnServer, type TokenRefreshRequest } from "../tokens/own-server.ts";
import type { ExchangeCode, RefreshOnServer } from "../tokens/own-server-hooks.ts";
import type { TokenContext } from "../tokens/token-endpoint.ts";
import { authorize, type AuthorizeContext } from "./authorize.ts";
import type { Authorized, AuthorizeRequest, Backend } from "./backend.ts";
import type { CheckedAuthorization } from "./arguments.ts";

export interface ServiceBackendContext extends AuthorizeContext {
  readonly exchangeCode?: ExchangeCode | undefined;
  readonly refreshToken?: RefreshOnServer | undefined;
}

/** Uses the system browser, a local redirect, and HTTP. */
export class ServiceBackend implements Backend {
  readonly #context: ServiceBackendContext;

  constructor(context: ServiceBackendContext) {
    this.#context = context;
  }

  authorize(authorization: CheckedAuthorization, options: AuthorizeRequest): Promise<Authorized> {
    return authorize(this.#context, authorization, options);
  }

  async getToken(exchange: CodeExchange, signal?: AbortSignal): Promise<TokenResult> {
    const { secrets, exchangeCode: askServer } = this.#context;
    const { applicationId, code, codeVerifier, redirectUri, scopes, expected, external } = exchange;
    using _secrets = secrets.scope(code, codeVerifier, expected?.nonce, external?.token);
    const request = { applicationId, code, codeVerifier, redirectUri, external, signal };
    const result = askServer
      ? await askOwnServer({ operation: exchangeOperation, secrets, scopes, signal }, () =>
          askServer(request),
        )
      : await exchangeCode(this.#tokenContext(), exchange, signal);
    // The game's server may withhold the ID token and check it itself.
    if (askServer && !result.claims) return result;
    checkNonce(exchangeOperation, result.claims, expected);
    return result;
  }

  async getTokenFromDevice(request: DeviceRequest, signal?: AbortSignal): Promise<TokenResult> {
    using _secret = this.#context.secrets.scope(request.external?.token);
    return await getTokenFromDevice(this.#tokenContext(), request, signal);
  }

  refreshToken(request: TokenRefreshRequest): Promise<TokenResult> {
    const { secrets, refreshToken: askServer } = this.#context;
    const { signal } = request;
    return askServer
      ? askOwnServer({ operation: "Refreshing the token", secrets, signal }, () => askServer(request))
      : refreshToken(this.#tokenContext(), request, signal);
  }

  revokeToken(revocation: Revocation, signal?: AbortSignal): Promise<void> {
    return revokeToken(this.#tokenContext(), revocation, signal);
  }

  exchangeChildToken(child: ChildTokenRequest, signal?: AbortSignal): Promise<ChildTokenResult> {
    return exchangeChildToken(this.#tokenContext(), child, signal);
  }

  async getProvisionalToken(request: ProvisionalRequest, signal?: AbortSignal): Promise<TokenResult> {
    using _secret = this.#context.secrets.scope(request.external.token);
    return await getProvisionalToken(this.#tokenContext(), request, signal);
  }

  async unmergeIntoProvisionalAccount(request: ProvisionalRequest, signal?: AbortSignal): Promise<void> {
    using _secret = this.#context.secrets.scope(request.external.token);
    await unmergeIntoProvisionalAccount(this.#tokenContext(), request, signal);
  }

  fetchCurrentUser(token: string, signal?: AbortSignal): Promise<CurrentUser> {
    return fetchCurrentUser(this.#tokenContext(), token, signal);
  }

  fetchExpiry(token: string, signal?: AbortSignal): Promise<number> {
    return fetchExpiry(this.#tokenContext(), token, signal);
  }

  #tokenContext(): TokenContext {
    const { service, secrets, fetch, requestTimeoutMs } = this.#context;
    return { ...service, secrets, fetch, timeoutMs: requestTimeoutMs() };
  }
}
