import { parseSeconds, parseObject, passesLater } from "../core/request/response.ts";
import { loadSender } from "../core/request/transport.ts";
import { ClientError, ErrorType } from "../core/errors.ts";
import { parseBaseUrl } from "../core/request/addresses.ts";
import type { Fetch } from "../core/request/fetch.ts";
import type { HttpAnswer } from "../core/request/send.ts";
import { fields } from "../core/check/fields.ts";
import { callable, optional } from "../core/check/readers.ts";
import type { TokenGrant } from "./token-set.ts";
import type { CodeExchangeRequest, TokenRefreshRequest } from "./own-server.ts";

/** Options for {@link ownServer}. */
export interface OwnServerOptions {
  /** Sends the requests instead of the global `fetch`. */
  readonly fetch?: Fetch | undefined;
}

/** A `Client`'s hooks for a confidential application. */
export interface OwnServerHooks {
  /** For the `Client` option of the same name: exchanges a code through your server. */
  readonly exchangeCode: ExchangeCode;
  /** For the `Client` option of the same name: refreshes the token through your server. */
  readonly refreshToken: RefreshOnServer;
}

const readOptions = fields<OwnServerOptions>({ fetch: optional(callable()) });

/** Longer than the timeout that the server uses for the service. */
const timeoutMs = 30_000;

/**
 * Creates hooks that exchange codes and refresh tokens through your server's `createTokenHandler` (`slashpass/server`): `new
 * Client({ applicationId, ...ownServer("https://game.example/tokens") })`. Instead of the refresh token, the game stores a
 * session secret, which works only at your server, and once.
 *
 * @param url - The handler's URL.
 * @throws ClientError `invalid_base_url` (ValidationError) unless it uses https, or http on this machine.
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

/** Keeps only the server's error code, because the response may contain secrets. */
function refusal(operation: string, { status, text }: HttpAnswer): ClientError {
  const { error, retryAfter } = parseObject(text);
  const isKnown = error === "invalid_grant" || error === "account_linked" || error === "rate_limited";
  return new ClientError({
    type: ErrorType.HTTPError,
    code: isKnown ? error : "own_server_failed",
    message: `${operation} was refused with status ${status}.`,
    hint: hints[isKnown ? error : "other"],
    status,
    retryable: passesLater(status),
    retryAfter: parseSeconds(retryAfter),
  });
}

const hints = {
  invalid_grant: "Ask the player to sign in again.",
  account_linked: "The player has linked an account of the service: ask the player to sign in with it.",
  rate_limited: "Try again after retryAfter.",
  other: "Check the server's log.",
} as const;

/**
 * For confidential applications: exchanges a code through the game's own server, which has the client secret. Called once per
 * code.
 */
export type ExchangeCode = (request: CodeExchangeRequest) => Promise<TokenGrant>;

/**
 * For confidential applications: refreshes through the game's own server. Throw a `ClientError` with the code `invalid_grant` if
 * the service rejected the token.
 */
export type RefreshOnServer = (request: TokenRefreshRequest) => Promise<TokenGrant>;
