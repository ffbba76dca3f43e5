import { escapeControls, isClientError } from "../errors.ts";
import type { Redactor } from "./redactor.ts";

/** Shorter values cannot be masked by value: they would shred ordinary text. */
const shortestSecret = 8;
/** How many tokens and codes are known at once: of a program that meets more, the oldest count as no longer in use. */
const activeLimit = 512;
/** How many of those that are no longer in use stay masked: late log lines may still quote them. */
const retiredLimit = 64;

/**
 * The secrets that one client knows: those of the caller's own application for good, and beside them the latest 512 of
 * those that come and go, and the latest 64 that went. Registering loads the addon; where that cannot be loaded nothing
 * can be logged either, and texts of the service are withheld as a whole.
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
    this.#pinned.add(secret);
    this.#load()?.add(secret);
  }

  /** Masks `secret` from now on, until {@link activeLimit} others have been registered after it, and a while longer. */
  register(secret: string | undefined): void {
    if (!isMaskable(secret) || this.#pinned.has(secret)) return;
    this.#retired.delete(secret);
    this.#active.delete(secret);
    this.#active.add(secret);
    this.#load()?.add(secret);
    if (this.#active.size > activeLimit) this.retire(this.#active.values().next().value);
  }

  /** `secret` is no longer in use: it stays masked until {@link retiredLimit} others have been retired after it. */
  retire(secret: string | undefined): void {
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

  /** Registers `secrets` and retires them when the scope ends. */
  scope(...secrets: readonly (string | undefined)[]): Disposable {
    for (const secret of secrets) this.register(secret);
    return { [Symbol.dispose]: () => secrets.forEach((secret) => this.retire(secret)) };
  }

  /** `text` of the service or the system, fit for one line of an error. */
  clean(text: string): string {
    const redacted = this.#load()?.redact(text);
    if (redacted !== undefined) return escapeControls(redacted);
    return "[withheld: the native addon that filters secrets is not available]";
  }

  /** @throws ClientError `addon_unavailable`. */
  redactor(): Redactor {
    const redactor = this.#load();
    if (redactor) return redactor;
    throw this.#unavailable;
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

function isMaskable(secret: string | undefined): secret is string {
  return secret !== undefined && secret.length >= shortestSecret;
}
