import { parseSeconds, parseObject, passesLater } from "../core/request/response.ts";
import { loadSender } from "../core/request/transport.ts";
import { ClientError, ErrorType } from "../core/errors.ts";
import { parseBaseUrl, type Fetch } from "../core/request/addresses.ts";
import type { HttpAnswer } from "../core/request/send.ts";
import { fields } from "../core/check/fields.ts";
import { callable, optional } from "../core/check/readers.ts";
import type { TokenGrant } from "./token-set.ts";
import type { CodeExchangeRequest, TokenRefreshRequest } from "./own-server.ts";

/** Options for {@link ownServer}. @stable */
export interface OwnServerOptions {
  /** Sends the requests instead of the global `fetch`. */
  readonly fetch?: Fetch | undefined;
}

/** The hooks that a `Client` needs for a confidential application. @stable */
export interface OwnServerHooks {
  /** Exchanges a code through your server. Pass it as the `Client` option of the same name. */
  readonly exchangeCode: ExchangeCode;
  /** Refreshes the token through your server. Pass it as the `Client` option of the same name. */
  readonly refreshToken: RefreshOnServer;
}

const readOptions = fields<OwnServerOptions>({ fetch: optional(callable()) });

/** Longer than the server's own timeout for the service. */
const timeoutMs = 30_000;

/**
 * Creates hooks that exchange codes and refresh tokens through `createTokenHandler` (`slashpass/server`) on your server: `new
 * Client({ applicationId, ...ownServer("https://game.example/tokens") })`. The game then stores a session secret instead of the
 * refresh token. The secret works only on your server, and only once.
 *
 * @stable
 * @param url - The handler's URL.
 * @throws ClientError `invalid_base_url` (ValidationError) unless the URL uses https, or http on this machine.
 */
export function ownServer(url: string, options: OwnServerOptions = {}): OwnServerHooks {
  const address = parseBaseUrl(url, "url");
  const { fetch } = readOptions(options, "options");
  const post = async (operation: string, { signal, ...body }: { signal: AbortSignal | undefined }) => {
    const { ask } = await loadSender();
    const answer = await ask({
      operation,
      method: "POST",
      url: address,
      body,
      timeoutMs,
      signal,
      fetch,
      refuse: (refused) => refusal(operation, refused),
    });
    return answer as TokenGrant;
  };
  return {
    exchangeCode: (request) => post("Exchanging the code through your own server", request),
    refreshToken: (request) => post("Refreshing through your own server", request),
  };
}

/** Keeps only the server's error code and retry delay, because the response may contain secrets. */
function refusal(operation: string, { status, text }: HttpAnswer): ClientError {
  const { error, retryAfter } = parseObject(text);
  const isKnown = error === "invalid_grant" || error === "account_linked" || error === "rate_limited";
  return new ClientError({
    type: ErrorType.HTTPError,
    code: isKnown ? error : "own_server_failed",
    message: `${operation} failed with status ${status}.`,
    hint: hints[isKnown ? error : "other"],
    status,
    retryable: passesLater(status),
    retryAfter: parseSeconds(retryAfter),
  });
}

const hints = {
  invalid_grant: "Ask the player to sign in again.",
  account_linked: "The player has linked a service account: ask the player to sign in with it.",
  rate_limited: "Try again after retryAfter seconds.",
  other: "Check the server's log.",
} as const;

/**
 * For confidential applications: exchanges a code through the game's own server, which holds the client secret. Called once per
 * code.
 *
 * @stable
 */
export type ExchangeCode = (request: CodeExchangeRequest) => Promise<TokenGrant>;

/**
 * For confidential applications: refreshes the token through the game's own server. If the service rejects the refresh token,
 * throw a `ClientError` with the code `invalid_grant`.
 *
 * @stable
 */
export type RefreshOnServer = (request: TokenRefreshRequest) => Promise<TokenGrant>;
