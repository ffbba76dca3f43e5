import { escapeControls, isClientError } from "../core/errors.ts";
import type { Redactor } from "./redactor.ts";

/** Masking shorter values would damage ordinary text. */
const minSecretLength = 8;
/** The maximum number of active tokens and codes. If there are more, the oldest are retired. */
const activeLimit = 512;
/** Retired secrets stay masked for a while, because late log lines may still contain them. */
const retiredLimit = 64;

const tokenField = /"(?:access_token|refresh_token|id_token|device_code)"\s*:\s*"([^"\\]{8,})/g;

interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
}

/**
 * One client's secrets: the pinned ones, the latest 512 active ones, and the latest 64 retired ones. Only this class changes the
 * redactor. Registering a secret loads the addon; if it is unavailable, nothing is logged, and text from the service is withheld.
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

  /** Masks a bot token or client secret for as long as the client exists. */
  pin(secret: string | undefined): void {
    if (!isMaskable(secret) || this.#pinned.has(secret)) return;
    this.#active.delete(secret);
    this.#retired.delete(secret);
    this.#load()?.add(secret);
    this.#pinned.add(secret);
  }

  /** Masks `secrets` until {@link activeLimit} newer ones have been registered, and for a while after that. */
  register(...secrets: readonly unknown[]): void {
    for (const secret of secrets) this.#register(secret);
  }

  /** Registers all tokens in a response. Searches the text instead of parsing it, because it may be truncated or malformed. */
  registerTokens(answer: string): void {
    for (const [, token] of answer.matchAll(tokenField)) this.#register(token);
  }

  /** Registers the player's new tokens and retires old tokens that are no longer used. */
  replaceTokens(old: Tokens, fresh?: Tokens): void {
    this.register(fresh?.accessToken, fresh?.refreshToken);
    for (const token of [old.accessToken, old.refreshToken]) {
      if (token !== fresh?.accessToken && token !== fresh?.refreshToken) this.#retire(token);
    }
  }

  /** Registers `secrets` and retires them on disposal. */
  scope(...secrets: readonly (string | undefined)[]): Disposable {
    this.register(...secrets);
    return { [Symbol.dispose]: () => secrets.forEach((secret) => this.#retire(secret)) };
  }

  /** Redacts untrusted text and escapes its control characters, for use in an error message. */
  clean(text: string): string {
    const redacted = this.#load()?.redact(text);
    if (redacted !== undefined) return escapeControls(redacted);
    return "[withheld: the native addon that filters secrets is not available]";
  }

  redactor(): Pick<Redactor, "redact"> {
    const redactor = this.#load();
    if (redactor) return redactor;
    throw this.#unavailable;
  }

  #register(secret: unknown): void {
    if (!isMaskable(secret) || this.#pinned.has(secret)) return;
    const wasActive = this.#active.delete(secret);
    const isMasked = this.#retired.delete(secret) || wasActive;
    // A sign-in registers its code and tokens several times.
    if (!isMasked) this.#load()?.add(secret);
    this.#active.add(secret);
    if (this.#active.size > activeLimit) this.#retire(this.#active.values().next().value);
  }

  /** Keeps `secret` masked until {@link retiredLimit} more secrets have been retired. */
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
  return typeof secret === "string" && secret.length >= minSecretLength;
}
