import { parseSeconds } from "../core/request/response.ts";
import { ClientError, ErrorType } from "../core/errors.ts";
import { kindOf } from "../core/check/readers.ts";
import { type TokenGrant, TokenResult, decodeClaims } from "./token-set.ts";
import { isToken } from "./token-type.ts";
import { orAborted } from "../core/request/abort.ts";
import { answerOf } from "../core/check/callback.ts";
import type { Secrets } from "../log/secrets.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import type { ExternalAuth } from "./external-auth.ts";

/** A code exchange request to the game's own server, which adds its client secret (RFC 6749 §4.1.3). @stable */
export interface CodeExchangeRequest {
  /** The token request's `client_id`. */
  readonly applicationId: Snowflake;
  /** The authorization code. Secret; can be used once, within about a minute. */
  readonly code: string;
  /** The token request's `code_verifier` (RFC 7636 §4.5). Secret. */
  readonly codeVerifier: string;
  /**
   * The token request's `redirect_uri`. `undefined` for a code from the desktop client, in which case the token request has none.
   */
  readonly redirectUri: string | undefined;
  /** A provisional account to merge. Send it as `external_auth_type` and `external_auth_token`. */
  readonly external: ExternalAuth | undefined;
  /** Aborted when the game cancels. Pass it to `fetch`. */
  readonly signal: AbortSignal | undefined;
}

/** A refresh request to the game's own server, which adds its client secret (RFC 6749 §6). @stable */
export interface TokenRefreshRequest {
  /** The token request's `client_id`. */
  readonly applicationId: Snowflake;
  /** The refresh token, or your server's session secret. Secret; can be used only once. */
  readonly refreshToken: string;
  /**
   * The access token that the service rejected with 401, if any. The server must then return a different one, even if this one
   * seems valid (the `rejected` option of `PlayerTokens.useSession`).
   */
  readonly rejected?: string | undefined;
  /** Aborted when the game cancels. Pass it to `fetch`. */
  readonly signal: AbortSignal | undefined;
}

export interface OwnServerRequest {
  readonly operation: string;
  readonly secrets: Secrets;
  /** The requested scopes, used if the response contains none. */
  readonly scopes?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export async function askOwnServer(
  { operation, secrets, scopes: requestedScopes = "", signal }: OwnServerRequest,
  ask: () => Promise<TokenGrant>,
): Promise<TokenResult> {
  signal?.throwIfAborted();
  const asking = answerOf(
    async () => readGrant(await ask()),
    (text) => secrets.clean(text),
    () => serverFailed(operation),
  );
  const answer = await orAborted(asking, operation, signal);
  secrets.register(answer.accessToken, answer.refreshToken, answer.idToken);
  const grant = { ...answer, scopes: answer.scopes === "" ? requestedScopes : answer.scopes };
  const names = Object.keys(isRight) as (keyof TokenGrant)[];
  const wrong = names.find((name) => !isRight[name](grant[name]));
  if (wrong === undefined)
    return new TokenResult({ ...(grant as TokenGrant), expiresIn: parseSeconds(grant.expiresIn) });
  throw new ClientError({
    type: ErrorType.HTTPError,
    code: "invalid_response",
    message: `${operation} through your own server returned no token: ${wrong} is ${kindOf(grant[wrong])}.`,
    hint: "Return { accessToken, refreshToken, expiresIn, scopes, idToken }: strings, and expiresIn in seconds (0 or more).",
  });
}

type Answer = Record<keyof TokenGrant, unknown>;

/** Reads each field only once, because a getter may return a different value each time. */
function readGrant(answer: unknown): Answer {
  const { accessToken, refreshToken, expiresIn, scopes, idToken } = (answer ?? {}) as Answer;
  return { accessToken, refreshToken, expiresIn, scopes, idToken };
}

const isRight: Readonly<Record<keyof TokenGrant, (value: unknown) => boolean>> = {
  accessToken: isToken,
  refreshToken: (token) => token === undefined || isToken(token),
  expiresIn: (seconds) => seconds === undefined || parseSeconds(seconds) !== undefined,
  scopes: (scopes) => typeof scopes === "string",
  idToken: (token) => token === undefined || (typeof token === "string" && !!decodeClaims(token)),
};

// Discards the original error, which may contain the code.
function serverFailed(operation: string): ClientError {
  return new ClientError({
    type: ErrorType.NetworkError,
    code: "own_server_failed",
    message: `${operation} through your own server threw an error.`,
    hint: "To include the cause in this error, throw a ClientError there.",
  });
}
