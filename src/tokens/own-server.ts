import { saidSeconds } from "../core/request/response.ts";
import { ClientError, ErrorType } from "../core/errors.ts";
import { kindOf } from "../core/check/readers.ts";
import { type TokenGrant, TokenResult, decodeClaims } from "./token-set.ts";
import { isToken } from "./token-type.ts";
import { orAborted } from "../core/request/abort.ts";
import { answerOf } from "../core/check/callback.ts";
import type { Secrets } from "../log/secrets.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import type { ExternalAuth } from "./external-auth.ts";

/** The arguments with which the game's own server exchanges a code, with its client secret (RFC 6749 §4.1.3). */
export interface CodeExchangeRequest {
  /** The `client_id` of the token request. */
  readonly applicationId: Snowflake;
  /** The authorization code. A secret: it works once, for about a minute. */
  readonly code: string;
  /** The `code_verifier` of the token request (RFC 7636 §4.5). A secret. */
  readonly codeVerifier: string;
  /** Undefined for a code of the desktop client: the token request has no `redirect_uri` then. */
  readonly redirectUri: string | undefined;
  /** A provisional account to merge: goes into the request as `external_auth_type` and `external_auth_token`. */
  readonly external: ExternalAuth | undefined;
  /** Aborted when the game gives up: pass it to `fetch`. */
  readonly signal: AbortSignal | undefined;
}

/** The arguments with which the game's own server refreshes a token, with its client secret (RFC 6749 §6). */
export interface TokenRefreshRequest {
  /** The `client_id` of the token request. */
  readonly applicationId: Snowflake;
  /** The token to refresh, or the secret that your server gave in its place. A secret: it works once. */
  readonly refreshToken: string;
  /**
   * The access token that the service has just answered with 401, when that is why: a server that believes it to be good gives
   * another one all the same (`rejected` of `PlayerTokens.useSession`).
   */
  readonly rejected?: string | undefined;
  /** Aborted when the game gives up: pass it to `fetch`. */
  readonly signal: AbortSignal | undefined;
}

/** How the game's own server is asked. */
export interface OwnServerRequest {
  /** The operation, for messages. */
  readonly operation: string;
  readonly secrets: Secrets;
  /** The scopes of an answer without scopes. */
  readonly scopes?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The answer of the game's own server, checked.
 *
 * @throws ClientError its own, without secrets; `own_server_failed` (NetworkError) for any other error;
 *   `invalid_response`.
 */
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
    return new TokenResult({ ...(grant as TokenGrant), expiresIn: saidSeconds(grant.expiresIn) });
  throw new ClientError({
    type: ErrorType.HTTPError,
    code: "invalid_response",
    message: `${operation} through your own server returned no token: ${wrong} is ${kindOf(grant[wrong])}.`,
    hint: "Return { accessToken, refreshToken, expiresIn, scopes, idToken }: texts, and seconds from 0 up.",
  });
}

type Answer = Record<keyof TokenGrant, unknown>;

/** The answer, each field read once; servers may answer more than is needed. */
function readGrant(answer: unknown): Answer {
  const { accessToken, refreshToken, expiresIn, scopes, idToken } = (answer ?? {}) as Answer;
  return { accessToken, refreshToken, expiresIn, scopes, idToken };
}

/** Whether a field has the expected form. */
const isRight: Readonly<Record<keyof TokenGrant, (value: unknown) => boolean>> = {
  accessToken: isToken,
  refreshToken: (token) => token === undefined || isToken(token),
  expiresIn: (seconds) => seconds === undefined || saidSeconds(seconds) !== undefined,
  scopes: (scopes) => typeof scopes === "string",
  idToken: (token) => token === undefined || (typeof token === "string" && !!decodeClaims(token)),
};

// The error may quote the code, so nothing of it is kept.
function serverFailed(operation: string): ClientError {
  return new ClientError({
    type: ErrorType.NetworkError,
    code: "own_server_failed",
    message: `${operation} through your own server threw an error.`,
    hint: "To see the cause here, throw a ClientError there.",
  });
}
