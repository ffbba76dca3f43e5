import { escapeControls, isClientError } from "../core/errors.ts";
import type { Redactor } from "./redactor.ts";

/** Shorter values cannot be masked by value: they would shred ordinary text. */
const shortestSecret = 8;
/** How many tokens and codes are known at once: of a program that meets more, the oldest count as no longer in use. */
const activeLimit = 512;
/** How many secrets stay masked after their use: late log lines may still quote them. */
const retiredLimit = 64;

const tokenField = /"(?:access_token|refresh_token|id_token|device_code)"\s*:\s*"([^"\\]{8,})/g;

/** The tokens of one player. */
interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
}

/**
 * The secrets that one client knows: those of the caller's own application for good, and beside them the latest 512 of
 * those that come and go, and the latest 64 that went. Nobody else tells the redactor of a secret, or that one is over.
 * Registering loads the addon; where that cannot be loaded nothing can be logged either, and texts of the service are
 * withheld as a whole.
 */
export class Secrets {
  readonly #createRedactor: () => Redactor;
  readonly #pinned = new Set<string>();
  readonly #active = new Set<string>();
  readonly #retired = new Set<string>();
  #redactor: Redactor | undefined;
  #unavailable: unknown;

  constructor(createRedactor: () => Redactor) {
    this.#createRedactor = createRedactor;
  }

  /** Masks `secret` as long as the client lives, whatever else it meets: a bot token, a client secret. */
  pin(secret: string | undefined): void {
    if (!isMaskable(secret) || this.#pinned.has(secret)) return;
    this.#active.delete(secret);
    this.#retired.delete(secret);
    this.#load()?.add(secret);
    this.#pinned.add(secret);
  }

  /** Masks each of `secrets` from now on, until {@link activeLimit} others have come after it, and a while longer. */
  register(...secrets: readonly unknown[]): void {
    for (const secret of secrets) this.#register(secret);
  }

  /** Registers every token in `answer`, which is not parsed for it: it may be cut or malformed. */
  registerTokens(answer: string): void {
    for (const [, token] of answer.matchAll(tokenField)) this.#register(token);
  }

  /** Registers the player's new secrets `fresh`; secrets that only `old` has have ended. */
  replaceTokens(old: Tokens, fresh?: Tokens): void {
    this.register(fresh?.accessToken, fresh?.refreshToken);
    for (const token of [old.accessToken, old.refreshToken]) {
      if (token !== fresh?.accessToken && token !== fresh?.refreshToken) this.#retire(token);
    }
  }

  /** Registers `secrets`, which are over when the scope ends. */
  scope(...secrets: readonly (string | undefined)[]): Disposable {
    this.register(...secrets);
    return { [Symbol.dispose]: () => secrets.forEach((secret) => this.#retire(secret)) };
  }

  /** `text` of the service or the system, fit for one line of an error. */
  clean(text: string): string {
    const redacted = this.#load()?.redact(text);
    if (redacted !== undefined) return escapeControls(redacted);
    return "[withheld: the native addon that filters secrets is not available]";
  }

  /** @throws ClientError `addon_unavailable`. */
  redactor(): Pick<Redactor, "redact"> {
    const redactor = this.#load();
    if (redactor) return redactor;
    throw this.#unavailable;
  }

  #register(secret: unknown): void {
    if (!isMaskable(secret) || this.#pinned.has(secret)) return;
    const wasActive = this.#active.delete(secret);
    const isMasked = this.#retired.delete(secret) || wasActive;
    // A sign-in meets its code and its tokens at several places.
    if (!isMasked) this.#load()?.add(secret);
    this.#active.add(secret);
    if (this.#active.size > activeLimit) this.#retire(this.#active.values().next().value);
  }

  /** `secret` is no longer in use: it stays masked until {@link retiredLimit} others are over as well. */
  #retire(secret: string | undefined): void {
    if (!isMaskable(secret) || this.#pinned.has(secret)) return;
    this.#active.delete(secret);
    this.#retired.delete(secret);
    this.#retired.add(secret);
    for (const oldest of this.#retired) {
      if (this.#retired.size <= retiredLimit) break;
      this.#retired.delete(oldest);
      this.#load()?.remove(oldest);
    }
  }

  #load(): Redactor | undefined {
    if (this.#redactor || this.#unavailable) return this.#redactor;
    try {
      this.#redactor = this.#createRedactor();
    } catch (error) {
      if (!isClientError(error)) throw error;
      this.#unavailable = error;
    }
    return this.#redactor;
  }
}

function isMaskable(secret: unknown): secret is string {
  return typeof secret === "string" && secret.length >= shortestSecret;
}
