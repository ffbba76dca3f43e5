import { ask } from "../../core/request/send.ts";
import { isLoopback, parseBaseUrl, type Fetch } from "../../core/request/addresses.ts";
import { createClock, type SteadyClock } from "../../core/request/clock.ts";
import { invalidResponse } from "../../core/request/response.ts";
import { isObject } from "../../core/check/readers.ts";
import { serviceError } from "../../core/request/service-error.ts";

const operation = "Fetching the ID token keys";
const timeoutMs = 10_000;
const cacheMs = 10 * 60_000;
/** The minimum time between fetches caused by unknown key ids. Anyone can send a token with such an id. */
const searchPauseMs = 60_000;
const failurePauseMs = 5_000;

/** An issuer's published keys (RFC 7517 §5), compared by identity. */
export interface PublishedKeys {
  readonly keys: readonly Readonly<Record<string, unknown>>[];
}

/** Fetches an issuer's keys on demand and caches them for ten minutes. */
export class IssuerKeys {
  readonly #issuer: string;
  readonly #fetch: Fetch | undefined;
  readonly #clock: SteadyClock;
  #held: { readonly published: PublishedKeys; readonly until: number } | undefined;
  #failure: { readonly error: unknown; readonly until: number } | undefined;
  #searchAgainAt = 0;
  #loading: Promise<PublishedKeys> | undefined;

  constructor(issuer: string, fetch: Fetch | undefined, clock: SteadyClock = createClock()) {
    this.#issuer = issuer;
    this.#fetch = fetch;
    this.#clock = clock;
  }

  async current(): Promise<PublishedKeys> {
    if (this.#held && this.#clock() < this.#held.until) return this.#held.published;
    return this.#load();
  }

  /**
   * Fetches the keys again, at most once per minute, if a token's key is not in `searched`.
   *
   * @returns `undefined` if there are no newer keys.
   */
  async newerThan(searched: PublishedKeys): Promise<PublishedKeys | undefined> {
    const current = await this.current();
    if (current !== searched) return current;
    if (this.#loading) return this.#loading;
    if (this.#clock() < this.#searchAgainAt) return undefined;
    this.#searchAgainAt = this.#clock() + searchPauseMs;
    return this.#load();
  }

  #load(): Promise<PublishedKeys> {
    const { error, until } = this.#failure ?? { until: 0 };
    if (this.#clock() < until) return Promise.reject(error);
    return (this.#loading ??= this.#download().finally(() => (this.#loading = undefined)));
  }

  async #download(): Promise<PublishedKeys> {
    try {
      const published = readKeys(await this.#get(await this.#findAddress()));
      this.#held = { published, until: this.#clock() + cacheMs };
      return published;
    } catch (error) {
      this.#failure = { error, until: this.#clock() + failurePauseMs };
      throw error;
    }
  }

  /** OpenID Connect Discovery §4.3: the `issuer` must match. */
  async #findAddress(): Promise<string> {
    const found = await this.#get(`${this.#issuer}/.well-known/openid-configuration`);
    const { issuer, jwks_uri: address } = isObject(found) ? found : {};
    if (issuer !== this.#issuer || !isAddress(address, this.#issuer))
      throw invalidResponse(operation, `the discovery document of ${this.#issuer}`);
    return address;
  }

  #get(url: string): Promise<unknown> {
    return ask({
      url,
      operation,
      method: "GET",
      timeoutMs,
      fetch: this.#fetch,
      refuse: (answer) => serviceError(answer, { operation, mask: (text) => text }),
    });
  }
}

/** Accepts a loopback address only if the issuer is also a loopback address. */
function isAddress(value: unknown, issuer: string): value is string {
  try {
    const { hostname } = new URL(parseBaseUrl(value, "jwks_uri"));
    return !isLoopback(hostname) || isLoopback(new URL(issuer).hostname);
  } catch {
    return false;
  }
}

function readKeys(answer: unknown): PublishedKeys {
  const keys: unknown = isObject(answer) ? answer["keys"] : undefined;
  if (!Array.isArray(keys) || !keys.every(isObject))
    throw invalidResponse(operation, "a set of keys (RFC 7517 §5)");
  return { keys };
}
