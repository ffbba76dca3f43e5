import { randomBytes } from "node:crypto";
import { createClock } from "../core/request/clock.ts";
import { type CallOptions, readCallOptions } from "../core/request/transport.ts";
import { channels, type FleetEvents } from "./tracing/fleet-channels.ts";
import { ClientError, ErrorType, isClientError } from "../core/errors.ts";
import { startUnlessAborted, stopIfAborted } from "../core/request/abort.ts";
import { maskSecret } from "../core/request/mask-secret.ts";
import { answerOf, callbackFailed } from "../core/check/callback.ts";
import { fields } from "../core/check/fields.ts";
import { abortSignal, asItIs, isObject, optional, textOf, parseSnowflake } from "../core/check/readers.ts";
import { inspectAs } from "../core/printing.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import type { PlayerStore } from "./player-store.ts";
import { checkExternalAuth, type ExternalAuth } from "../tokens/external-auth.ts";
import type { TokenGrant } from "../tokens/token-set.ts";
import type { ApplicationDeauthorizedData } from "../wire/webhook-event.ts";
import { formatTokens, type StoredTokens, toStoredTokens, lifetimeOf } from "./stored-tokens.ts";
import { type AnswerTime, type FoundTokens, Renewals, type Ask } from "./renewals.ts";
import { TokenLookup } from "./token-lookup.ts";
import { type CheckedOptions, type PlayerTokensOptions, readPlayerTokensOptions } from "./options.ts";
import { TokenService } from "./service.ts";
import { formatSessionSecret, parseSessionSecret, type SessionSecret } from "./session-secrets.ts";

/** A game uses its session once every few days. The limit stops a game that is stuck in a loop. */
const usesAMinute = 60;

/** Options for {@link PlayerTokens.accessToken}. @stable */
export interface PlayerTokenOptions extends CallOptions {
  /**
   * The token that the service rejected with 401. If it is still the current token, it is refreshed. The returned token always
   * differs from it.
   */
  readonly rejected?: string | undefined;
}

/** The response to a game, in the same format as the service's token response. @stable */
export interface PlayerGrant extends TokenGrant {
  readonly player: Snowflake;
  /** The session secret, which the game stores like a refresh token. Each secret works only once. */
  readonly refreshToken: string;
}

/** A player's authorization code and its request parameters. @stable */
export interface PlayerCode extends CallOptions {
  /** The authorization code: a single-use secret that expires after about a minute. */
  readonly code: string;
  /**
   * The authorization request's verifier (RFC 7636 §4.5). Omit it only if the request had no challenge, which is possible for an
   * Activity.
   */
  readonly codeVerifier?: string | undefined;
  /**
   * The authorization request's exact redirect URI. Omit it for a code from the desktop client or from the Embedded App SDK's
   * `authorize`.
   */
  readonly redirectUri?: string | undefined;
  readonly external?: ExternalAuth | undefined;
}

/** Event handlers for `createEventHandler`. @stable */
export interface PlayerEvents {
  /** Forgets the tokens and sessions of a player who unlinked the application. */
  readonly APPLICATION_DEAUTHORIZED: (
    data: ApplicationDeauthorizedData,
    context: {
      readonly application_id: string;
    },
  ) => Promise<void>;
}

const readCode = textOf({ most: 4096 });

const readTokenOptions = fields<PlayerTokenOptions>({
  rejected: optional(textOf()),
  signal: optional(abortSignal()),
});

const readPlayerCode = fields<PlayerCode>({
  code: readCode,
  codeVerifier: optional(readCode),
  redirectUri: optional(readCode),
  external: optional(readExternalAuth),
  signal: optional(abortSignal()),
});

/** Manages tokens for an application's players on its server. Secrets are hidden when the object is printed. @stable */
export class PlayerTokens {
  static {
    inspectAs(this.prototype, ({ applicationId }) => ({ applicationId }));
  }
  /** @internal Returns false for objects that lack the private fields. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return isObject(value) && #renewals in value && Function.prototype[Symbol.hasInstance].call(this, value);
  }
  readonly applicationId: Snowflake;
  readonly #options: CheckedOptions;
  readonly #store: PlayerStore;
  readonly #service: TokenService;
  readonly #renewals: Renewals;
  readonly #lookup: TokenLookup;

  /** @internal Use `createPlayerTokens`. */
  constructor(options: CheckedOptions) {
    this.#options = options;
    this.applicationId = options.applicationId;
    this.#store = options.store;
    this.#service = new TokenService(options);
    const ask: Ask = (player, tokens, answerTime) => this.#ask(player, tokens, answerTime);
    const onDead = (player: Snowflake) => this.#callOnSignedOut(player);
    const clock = createClock();
    this.#renewals = new Renewals(options.store, { ask, onDead }, clock);
    this.#lookup = new TokenLookup(options.store, this.#renewals, clock, (player) => this.#account(player));
  }

  /**
   * Exchanges an authorization code, stores the tokens, and opens a session for the game that sent the code.
   *
   * @throws ClientError HTTPError with the service's `error`, such as `invalid_grant`; `network_error`, `timeout`; errors thrown
   *   by the store; `aborted`: the player has to authorize again. If a call is aborted after the service's response, no unused
   *   session is left behind; tokens that are being stored at that moment are kept.
   */
  async exchange(playerCode: PlayerCode): Promise<PlayerGrant> {
    const { code, codeVerifier, redirectUri, external, signal } = readPlayerCode(playerCode, "playerCode");
    const exchange = () => this.#service.exchange({ code, codeVerifier, redirectUri, external }, signal);
    return this.#signIn("Exchanging the authorization code", exchange, signal);
  }

  /**
   * Signs in a player who has no Discord account, using a fresh token from the identity provider (Discord Social SDK, Using
   * Provisional Accounts). The resulting tokens last an hour and cannot be refreshed. After that, either the `externalAuth`
   * option or the game has to authenticate the player again.
   *
   * @throws the errors thrown by {@link exchange}; error code 530010 if the player has linked an account: let the player sign in.
   */
  async authenticate(external: ExternalAuth, options: CallOptions = {}): Promise<PlayerGrant> {
    const proof = readExternalAuth(external, "external");
    const { signal } = readCallOptions(options, "options");
    const authenticate = () => this.#service.authenticate(proof, { signal });
    return this.#signIn("Getting a provisional token", authenticate, signal);
  }

  /**
   * Returns a valid access token for the player. A token that is due is renewed first; all callers and instances share one
   * renewal.
   *
   * @throws ClientError `session_ended` (AuthorizationFailed): the player has to sign in again; `session_busy`: another
   *   instance's renewal is taking too long, or the lease had too little time left to send a request; errors from the store and
   *   the service if the token has expired and could not be renewed.
   */
  async accessToken(player: SnowflakeInput, options: PlayerTokenOptions = {}): Promise<string> {
    const id = parseSnowflake(player, "player");
    const { rejected, signal } = readTokenOptions(options, "options");
    const { tokens } = await startUnlessAborted(
      () => this.#lookup.find(id, rejected),
      "Waiting for a player's token",
      signal,
    );
    return tokens.accessToken;
  }

  /**
   * Exchanges a game's session secret for an access token and the next secret. A secret works only once. For five minutes it
   * returns the same result again, in case the response was lost. Using it later, or after its successor was used, ends the
   * session, because the secret may have been stolen.
   *
   * @throws ClientError `invalid_grant` (AuthorizationFailed): let the player sign in; the errors thrown by {@link accessToken}.
   */
  async useSession(secret: string, options: PlayerTokenOptions = {}): Promise<PlayerGrant> {
    const { rejected, signal } = readTokenOptions(options, "options");
    const parsed = parseSessionSecret(
      this.#store,
      (player) => this.#account(player),
      textOf()(secret, "secret"),
    );
    if (!parsed) throw invalidSecret("was not issued by this server");
    return startUnlessAborted(
      () => this.#useSession(parsed, rejected, signal),
      "Waiting for a player's token",
      signal,
    );
  }

  /**
   * Revokes the player's tokens at the service, then deletes the tokens and all sessions from the store.
   *
   * @throws ClientError if the service or the store failed: call this again, or call {@link forget}, which needs only the store;
   *   `aborted`: the service may have revoked the tokens.
   */
  async revoke(player: SnowflakeInput, options: CallOptions = {}): Promise<void> {
    const id = parseSnowflake(player, "player");
    const { signal } = readCallOptions(options, "options");
    const revokeAndForget = async (): Promise<void> => {
      const tokens = await this.#lookup.findAny(id);
      if (tokens) await this.#service.revoke(tokens.refreshToken ?? tokens.accessToken, signal);
      await this.forget(id);
    };
    await startUnlessAborted(revokeAndForget, "Revoking a player's tokens", signal);
  }

  /**
   * Deletes the player's tokens and sessions from the store, even while another instance is renewing them, then calls
   * `onSignedOut`. Use it for the APPLICATION_DEAUTHORIZED event. Returns `false` if there were no tokens.
   *
   * @throws ClientError errors from the store; `aborted`: the tokens may be deleted; `callback_failed`: the tokens are deleted,
   *   but `onSignedOut` failed. After any of these, it is safe to call again.
   */
  async forget(player: SnowflakeInput, options: CallOptions = {}): Promise<boolean> {
    const id = parseSnowflake(player, "player");
    const account = this.#account(id);
    const { signal } = readCallOptions(options, "options");
    const forget = async (): Promise<boolean> => {
      this.#renewals.drop(account);
      const existed = await this.#store.delete(account);
      await this.#callOnSignedOut(id);
      return existed;
    };
    return startUnlessAborted(forget, "Forgetting a player's tokens", signal);
  }

  /**
   * Resolves once no renewal is running and all received tokens are stored. Await it before the process exits.
   *
   * @throws ClientError `aborted`: the renewals continue.
   */
  async drain(options: CallOptions = {}): Promise<void> {
    const { signal } = readCallOptions(options, "options");
    await startUnlessAborted(() => this.#renewals.settled(), "Waiting for renewals", signal);
  }

  /**
   * Handlers to pass as the `events` option of `createEventHandler` (`slashpass/interactions`). They handle the
   * APPLICATION_DEAUTHORIZED event. End your backend's own sessions in `onSignedOut`.
   */
  readonly events: PlayerEvents = {
    APPLICATION_DEAUTHORIZED: async ({ user }, { application_id: applicationId }) => {
      if (applicationId === this.applicationId) await this.forget(user.id);
    },
  };

  /** @internal Counts a request. Throws `rate_limited` if there are more than `most` in a minute. */
  async admit(limit: FleetEvents["gameRefused"]["limit"], name: string, most: number): Promise<void> {
    if ((await this.#store.count(name)) <= most) return;
    channels.gameRefused.publish(() => ({ limit }));
    throw tooManyRequests();
  }

  async #useSession(
    { player, session, index }: SessionSecret,
    rejected: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<PlayerGrant> {
    // Gets the token before using the secret. If getting the token failed after the secret was used, a retry would look like theft.
    const finding = this.#lookup.find(player, rejected).catch(rethrowForGame);
    const admitting = this.admit("session", `session:${player}:${session}`, usesAMinute);
    const [found] = await Promise.all([finding, admitting]);
    stopIfAborted("Waiting for a player's token", signal);
    const use = await this.#store.useSession(this.#account(player), session, index);
    channels.sessionUse.publish(() => ({ player, outcome: use.outcome }));
    if (use.outcome === "unknown") throw invalidSecret("belongs to a session that has ended");
    if (use.outcome === "reused") throw invalidSecret("has already been used, so its session has ended");
    return this.#grant(player, found, session, use.index);
  }

  #signIn(
    operation: string,
    ask: () => Promise<TokenGrant>,
    signal: AbortSignal | undefined,
  ): Promise<PlayerGrant> {
    const stop = (): void => stopIfAborted(operation, signal);
    return startUnlessAborted(() => this.#beginSession(ask, signal, stop), operation, signal);
  }

  async #beginSession(
    ask: () => Promise<TokenGrant>,
    signal: AbortSignal | undefined,
    stop: () => void,
  ): Promise<PlayerGrant> {
    const startedAt = performance.now();
    const elapsedMs = () => performance.now() - startedAt;
    try {
      const grant = await ask();
      const receivedAt = performance.now();
      const player = await this.#service.playerOf(grant, signal);
      stop();
      const account = this.#account(player);
      const lifetime = lifetimeOf(grant.expiresIn, performance.now() - receivedAt);
      const tokens = toStoredTokens(grant);
      await this.#store.put(account, formatTokens(tokens), lifetime);
      stop();
      const session = randomBytes(9).toString("base64url");
      await this.#store.openSession(account, session);
      channels.tokenExchange.publish(() => ({ player, outcome: "exchanged", durationMs: elapsedMs() }));
      const signedIn = this.#grant(player, { tokens, remainingMs: lifetime.remainingMs }, session, 1);
      return { ...signedIn, idToken: grant.idToken };
    } catch (error) {
      const code = isClientError(error) ? error.code : undefined;
      channels.tokenExchange.publish(() => ({ outcome: "failed", durationMs: elapsedMs(), code }));
      throw error;
    }
  }

  #grant(
    player: Snowflake,
    { tokens, remainingMs }: FoundTokens,
    session: string,
    index: number,
  ): PlayerGrant {
    return {
      player,
      accessToken: tokens.accessToken,
      refreshToken: formatSessionSecret(this.#store, this.#account(player), { player, session, index }),
      expiresIn: remainingMs === undefined ? undefined : remainingMs / 1000,
      scopes: tokens.scopes,
    };
  }

  async #callOnSignedOut(player: Snowflake): Promise<void> {
    const { onSignedOut, clientSecret } = this.#options;
    if (!onSignedOut) return;
    await answerOf(
      () => onSignedOut(player),
      (text) => maskSecret(text, clientSecret),
      () => callbackFailed("onSignedOut"),
    );
  }

  async #ask(player: Snowflake, { refreshToken }: StoredTokens, answerTime: AnswerTime): Promise<TokenGrant> {
    if (refreshToken !== undefined) return this.#service.refresh(refreshToken, answerTime);
    const { externalAuth, clientSecret } = this.#options;
    if (!externalAuth) throw noRefreshToken();
    const proof = await answerOf(
      () => externalAuth(player),
      (text) => maskSecret(text, clientSecret),
      () => callbackFailed("externalAuth"),
    );
    return this.#service.authenticate(readExternalAuth(proof, "externalAuth()"), { answerTime });
  }

  #account(player: Snowflake): string {
    return `${this.applicationId}:${player}`;
  }
}

/**
 * Creates the token manager for an application's server, which may run any number of instances. Each token is refreshed only
 * once, regardless of the number of instances. The refresh token never leaves the server; games store a session secret instead.
 *
 * @stable
 * @throws ClientError (ValidationError) for invalid options, before any request.
 */
export function createPlayerTokens(options: PlayerTokensOptions): PlayerTokens {
  return new PlayerTokens(readPlayerTokensOptions(options, "options"));
}

const readAuthFields = fields<{ type: unknown; token: unknown }>({ type: asItIs(), token: asItIs() });

function readExternalAuth(value: unknown, name: string): ExternalAuth {
  const { type, token } = readAuthFields(value, name);
  return checkExternalAuth(type, token);
}

function noRefreshToken(): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "invalid_grant",
    message: "The player's token has expired, and provisional accounts have no refresh token.",
    hint: "Pass externalAuth to createPlayerTokens, or authenticate again in the game with a token from its provider.",
  });
}

function tooManyRequests(): ClientError {
  return new ClientError({
    type: ErrorType.HTTPError,
    code: "rate_limited",
    message:
      "There were too many token requests within a minute from one game or address, or from all callers with unknown addresses.",
    hint: "Try again in a minute.",
    status: 429,
    retryable: true,
    retryAfter: 60,
  });
}

function invalidSecret(problem: string): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "invalid_grant",
    message: `The session secret ${problem}.`,
    hint: "Ask the player to sign in again.",
  });
}

/** Reports a signed-out player as an invalid session secret, because games do not need to distinguish the two. */
function rethrowForGame(error: unknown): never {
  throw isClientError(error) && error.code === "session_ended"
    ? invalidSecret("belongs to a player who is signed out")
    : error;
}
