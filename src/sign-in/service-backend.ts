import { fetchExpiry, fetchCurrentUser } from "../tokens/current-user.ts";
import {
  exchangeChildToken,
  getProvisionalToken,
  unmergeIntoProvisionalAccount,
} from "../tokens/provisional.ts";
import { getTokenFromDevice } from "../tokens/device.ts";
import { exchangeCode, exchangeOperation, refreshToken, revokeToken } from "../tokens/grants.ts";
import { checkNonce } from "../tokens/token-set.ts";
import { askOwnServer } from "../tokens/own-server.ts";
import type { ExchangeCode, RefreshOnServer } from "../tokens/own-server-hooks.ts";
import type { TokenContext } from "../tokens/token-endpoint.ts";
import { authorize, type AuthorizeContext } from "./authorize.ts";
import type { Backend } from "./backend.ts";

/** What {@link serviceBackend} works with. */
export interface ServiceBackendContext extends AuthorizeContext {
  readonly exchangeCode?: ExchangeCode | undefined;
  readonly refreshToken?: RefreshOnServer | undefined;
}

/** Talks to the service itself: the system browser, a redirect on this machine, and HTTP. */
export function serviceBackend(context: ServiceBackendContext): Backend {
  const { service, secrets, fetch, exchangeCode: exchangeOnServer, refreshToken: refreshOnServer } = context;
  const tokens = (): TokenContext => ({ ...service, secrets, fetch, timeoutMs: context.requestTimeoutMs() });
  return {
    authorize: (authorization, options) => authorize(context, authorization, options),
    async getToken(exchange, signal) {
      const { applicationId, code, codeVerifier, redirectUri, scopes, expected, external } = exchange;
      using _secrets = secrets.scope(code, codeVerifier, expected?.nonce, external?.token);
      const request = { applicationId, code, codeVerifier, redirectUri, external, signal };
      const result = exchangeOnServer
        ? await askOwnServer({ operation: exchangeOperation, secrets, scopes, signal }, () =>
            exchangeOnServer(request),
          )
        : await exchangeCode(tokens(), exchange, signal);
      // A server of the game's own may keep the ID token to itself, and then checks it itself.
      if (exchangeOnServer && !result.claims) return result;
      checkNonce(exchangeOperation, result.claims, expected);
      return result;
    },
    async getTokenFromDevice(request, signal) {
      using _secret = secrets.scope(request.external?.token);
      return await getTokenFromDevice(tokens(), request, signal);
    },
    refreshToken(request) {
      const { signal } = request;
      return refreshOnServer
        ? askOwnServer({ operation: "Refreshing the token", secrets, signal }, () => refreshOnServer(request))
        : refreshToken(tokens(), request, signal);
    },
    revokeToken: (revocation, signal) => revokeToken(tokens(), revocation, signal),
    exchangeChildToken: (child, signal) => exchangeChildToken(tokens(), child, signal),
    async getProvisionalToken(request, signal) {
      using _secret = secrets.scope(request.external.token);
      return await getProvisionalToken(tokens(), request, signal);
    },
    async unmergeIntoProvisionalAccount(request, signal) {
      using _secret = secrets.scope(request.external.token);
      await unmergeIntoProvisionalAccount(tokens(), request, signal);
    },
    fetchCurrentUser: (token, signal) => fetchCurrentUser(tokens(), token, signal),
    fetchExpiry: (token, signal) => fetchExpiry(tokens(), token, signal),
  };
}
