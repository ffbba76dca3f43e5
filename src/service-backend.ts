import type { AuthorizationArgs } from "./authorization/arguments.ts";
import type { AuthorizationResult } from "./authorization/authorization-result.ts";
import type { AuthorizeOptions, Backend } from "./backend.ts";
import type { Fetch } from "./http/send.ts";
import { authorize, type AuthorizeContext } from "./sign-in.ts";
import type { Snowflake } from "./snowflake.ts";
import { type CurrentUser, fetchCurrentUser } from "./token/current-user.ts";
import { type CodeExchange, exchangeCode } from "./token/exchange.ts";
import { refreshToken } from "./token/refresh.ts";
import { revokeToken } from "./token/revoke.ts";
import type { TokenContext } from "./token/token-endpoint.ts";
import type { TokenResult } from "./token/token-result.ts";

/** What {@link ServiceBackend} works with. */
export interface ServiceBackendContext extends AuthorizeContext {
  /** Milliseconds for one request; read at each request. */
  readonly requestTimeoutMs: () => number;
  readonly fetch?: Fetch | undefined;
}

/** Talks to the service itself: the system browser, a redirect on this machine, and HTTP. */
export class ServiceBackend implements Backend {
  readonly #context: ServiceBackendContext;

  constructor(context: ServiceBackendContext) {
    this.#context = context;
  }

  authorize(
    clientId: Snowflake,
    args: AuthorizationArgs,
    options: AuthorizeOptions,
  ): Promise<AuthorizationResult> {
    return authorize(this.#context, clientId, args, options);
  }

  async getToken(exchange: CodeExchange, signal?: AbortSignal): Promise<TokenResult> {
    using _secrets = this.#context.secrets.scope(exchange.code, exchange.codeVerifier, exchange.nonce);
    return await exchangeCode(this.#tokenContext(), exchange, signal);
  }

  async refreshToken(clientId: Snowflake, token: string, signal?: AbortSignal): Promise<TokenResult> {
    const { secrets } = this.#context;
    secrets.register(token);
    const result = await refreshToken(this.#tokenContext(), { clientId, refreshToken: token }, signal);
    secrets.retire(token);
    return result;
  }

  async revokeToken(clientId: Snowflake, token: string, signal?: AbortSignal): Promise<void> {
    const { secrets } = this.#context;
    secrets.register(token);
    await revokeToken(this.#tokenContext(), { clientId, token }, signal);
    secrets.retire(token);
  }

  fetchCurrentUser(token: string, signal?: AbortSignal): Promise<CurrentUser> {
    this.#context.secrets.register(token);
    return fetchCurrentUser(this.#tokenContext(), token, signal);
  }

  #tokenContext(): TokenContext {
    const { service, secrets, fetch, requestTimeoutMs } = this.#context;
    return { ...service, secrets, fetch, timeoutMs: requestTimeoutMs() };
  }
}
