import { ClientError, ErrorType, validationError, isClientError } from "../core/errors.ts";
import type { Session } from "../tokens/session.ts";
import { createClock, steadyMoment } from "../core/request/clock.ts";

export interface TokenRequest {
  readonly rejected: string | undefined;
  /** `undefined` accepts any scopes. */
  readonly scope: string | undefined;
}

/** Holds a session's token, a token passed to `UpdateToken`, or none. */
export class TokenInUse {
  readonly #expiration: ExpirationWatch;
  #session: Session | undefined;
  #given: string | undefined;

  constructor(fetchExpiry: FetchExpiry) {
    this.#expiration = new ExpirationWatch(fetchExpiry);
  }

  get isPresent(): boolean {
    return this.#given !== undefined || this.#session !== undefined;
  }

  setExpirationCallback(callback: () => void): void {
    this.#expiration.setCallback(callback);
  }

  /** Uses a token that does not belong to a session. An existing session is kept for `signOut`. */
  useToken(token: string): void {
    this.#given = token;
    this.#expiration.watch(token);
  }

  useSession(session: Session): void {
    this.#session = session;
    this.#given = undefined;
    this.#expiration.stop();
  }

  take(): { readonly session: Session | undefined; readonly token: string | undefined } {
    const used = { session: this.#session, token: this.#given };
    this.drop();
    return used;
  }

  leaveOther(session: Session | undefined): void {
    if (this.#session && this.#session !== session) this.release(this.#session);
  }

  release(session: Session): void {
    if (this.#session === session) this.#session = undefined;
  }

  drop(): void {
    this.#session = undefined;
    this.#given = undefined;
    this.#expiration.stop();
  }

  async token(request: TokenRequest): Promise<string> {
    if (this.#given !== undefined) return this.#given;
    if (this.#session) return tokenOf(this.#session, request);
    throw new ClientError({
      type: ErrorType.ClientNotReady,
      code: "not_signed_in",
      message: "The client has no token.",
      hint: "Call signIn or UpdateToken first.",
    });
  }
}

/** Rejects before the request if the player has not granted the scope. */
async function tokenOf(session: Session, { rejected, scope }: TokenRequest): Promise<string> {
  const { scopes } = session;
  if (scope === undefined || scopes === "" || scopes.split(" ").includes(scope))
    return session.accessToken({ rejected });
  throw validationError(
    "missing_scope",
    `The call requires the ${scope} scope. The player granted: ${scopes}.`,
    `Sign in again and add ${scope} to the scopes.`,
  );
}

/** The callback runs this long before the expiration, to leave time for a renewal. */
const noticeMs = 60_000;

/** Limits each wait, because timers stop while the machine sleeps, and the clock may be changed. */
const longestWaitMs = 30_000;

/** Returns the expiry in milliseconds since 1970. */
export type FetchExpiry = (token: string, signal: AbortSignal) => Promise<number>;

/** Calls back once per token. Does not keep the process alive. */
export class ExpirationWatch {
  readonly #fetchExpiry: FetchExpiry;
  readonly #clock = createClock();
  #callback: (() => void) | undefined;
  #token: string | undefined;
  #asking: AbortController | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(fetchExpiry: FetchExpiry) {
    this.#fetchExpiry = fetchExpiry;
  }

  /** Until a callback is set, no request is sent and no timer runs. */
  setCallback(callback: () => void): void {
    this.#callback = callback;
    this.#restart();
  }

  watch(token: string): void {
    if (token === this.#token) return;
    this.#token = token;
    this.#restart();
  }

  stop(): void {
    this.#token = undefined;
    this.#restart();
  }

  #restart(): void {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#asking = undefined;
    if (this.#token === undefined || !this.#callback) return;
    this.#asking = new AbortController();
    void this.#ask(this.#token, this.#asking.signal);
  }

  async #ask(token: string, stopped: AbortSignal): Promise<void> {
    const endsAt = await this.#fetchExpiry(token, stopped).catch(endOfRefused);
    if (stopped.aborted) return;
    if (endsAt === undefined) this.#later(longestWaitMs, () => void this.#ask(token, stopped));
    else this.#look(steadyMoment(this.#clock, endsAt));
  }

  #look(endsAt: number): void {
    const remainingMs = endsAt - noticeMs - this.#clock();
    if (remainingMs > 0) return this.#later(Math.min(remainingMs, longestWaitMs), () => this.#look(endsAt));
    // If another callback is set later, it applies to the next token.
    this.#token = undefined;
    this.#callback?.();
  }

  #later(ms: number, work: () => void): void {
    this.#timer = setTimeout(work, ms).unref();
  }
}

/** A 401 means that the token has expired. After other failures, its expiry is fetched again later. */
function endOfRefused(error: unknown): number | undefined {
  return isClientError(error) && error.status === 401 ? 0 : undefined;
}
