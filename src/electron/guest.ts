import { callbackFailed } from "../core/check/callback.ts";
import { type ClientError, isClientError, validationError } from "../core/errors.ts";
import { orAborted } from "../core/request/abort.ts";
import { createClock } from "../core/request/clock.ts";
import { AuthorizationTokenType, type Client, type GuestIdentity } from "../index.ts";

/** How long before expiration a token is renewed. */
const marginMs = 60_000;

const operation = "Signing in as a guest";

/** Returns a fresh identity from the game. */
export type IdentifyGuest = (signal: AbortSignal | undefined) => Promise<GuestIdentity>;

export function identifyGuest(
  guest: (() => GuestIdentity | Promise<GuestIdentity>) | undefined,
): IdentifyGuest {
  return async (signal) => {
    if (!guest) throw missingGuest();
    const identity = Promise.resolve()
      .then(guest)
      .catch((error: unknown) => Promise.reject(isClientError(error) ? error : callbackFailed("guest")));
    return orAborted(identity, operation, signal);
  };
}

function missingGuest(): ClientError {
  return validationError(
    "invalid_external_auth",
    "The page requested a guest sign-in, but setUpSlashpass was called without the guest option.",
    "Pass a guest function that returns { externalAuthType, externalAuthToken }.",
  );
}

/** A player without a Discord account. The tokens stay in memory and are requested again before they expire. */
export class Guest {
  readonly #client: Client;
  readonly #identify: IdentifyGuest;
  readonly #clock = createClock();
  #token: { readonly text: string; readonly endsAt: number } | undefined;
  #renewal: Promise<string> | undefined;

  constructor(client: Client, identify: IdentifyGuest) {
    this.#client = client;
    this.#identify = identify;
  }

  /** @param rejected - A token that the service rejected with 401. */
  async accessToken(rejected?: string, signal?: AbortSignal): Promise<string> {
    const known = this.#token;
    if (known && known.text !== rejected && this.#clock() < known.endsAt) return known.text;
    this.#renewal ??= this.#renew(signal).finally(() => (this.#renewal = undefined));
    return this.#renewal;
  }

  async #renew(signal: AbortSignal | undefined): Promise<string> {
    const { externalAuthType, externalAuthToken } = await this.#identify(signal);
    const applicationId = this.#client.GetApplicationId() ?? "";
    const { accessToken, expiresIn = 0 } = await this.#client.GetProvisionalToken(
      applicationId,
      externalAuthType,
      externalAuthToken,
      { signal },
    );
    await this.#client.UpdateToken(AuthorizationTokenType.Bearer, accessToken);
    this.#token = { text: accessToken, endsAt: this.#clock() + expiresIn * 1000 - marginMs };
    return accessToken;
  }
}
