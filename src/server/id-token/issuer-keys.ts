import { ask } from "../../core/request/ask.ts";
import { isLoopback, parseBaseUrl } from "../../core/request/addresses.ts";
import { createClock, type SteadyClock } from "../../core/request/clock.ts";
import { invalidResponse } from "../../core/request/response.ts";
import { isObject } from "../../core/check/readers.ts";
import type { Fetch } from "../../core/request/send.ts";
import { serviceError } from "../../core/request/service-error.ts";

const operation = "Fetching the keys of ID tokens";
const timeoutMs = 10_000;
const keptMs = 10 * 60_000;
/** Anybody can send a token of a key that does not exist: no more than one a minute makes us look for it. */
const searchPauseMs = 60_000;
/** While the service is away it is asked no more often than this, however many tokens come. */
const failurePauseMs = 5_000;

/** The keys that an issuer publishes (RFC 7517 §5). Compared by identity: a fetch gives new ones. */
export interface PublishedKeys {
  readonly keys: readonly Readonly<Record<string, unknown>>[];
}

/** The keys of one issuer: fetched when they are needed, for all callers at once, and kept for ten minutes. */
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

  /** @throws ClientError that of the request, also of one that has failed a moment ago; `invalid_response`. */
  async current(): Promise<PublishedKeys> {
    if (this.#held && this.#clock() < this.#held.until) return this.#held.published;
    return this.#load();
  }

  /**
   * The keys for a token whose key is not in `searched`: fetched again, since the issuer may have replaced its key.
   *
   * @returns undefined when there are no newer ones, or it is too early to ask for them.
   * @throws as {@link current}.
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
      this.#held = { published, until: this.#clock() + keptMs };
      return published;
    } catch (error) {
      this.#failure = { error, until: this.#clock() + failurePauseMs };
      throw error;
    }
  }

  /** The `jwks_uri` of the issuer's discovery (OpenID Connect Discovery §4.3: the issuer in it must be the one that was asked). */
  async #findAddress(): Promise<string> {
    const found = await this.#get(`${this.#issuer}/.well-known/openid-configuration`);
    const { issuer, jwks_uri: address } = isObject(found) ? found : {};
    if (issuer !== this.#issuer || !isAddress(address, this.#issuer))
      throw invalidResponse(operation, `the discovery of ${this.#issuer}`);
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

/** Encrypted, as `parseBaseUrl` demands; on this machine only for an issuer of this machine. */
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
