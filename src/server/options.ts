import type { ServiceOptions } from "../core/request/addresses.ts";
import { parseClientSecret } from "../core/request/credential.ts";
import { serviceFields } from "../core/request/transport.ts";
import type { RequestLimits } from "../core/request/limits.ts";
import { fields, foreignServerOptions } from "../core/check/fields.ts";
import { type Reader, callable, optional, withMethods, parseSnowflake } from "../core/check/readers.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import { type PlayerStore, readPlayerStore } from "./player-store.ts";
import type { ExternalAuth } from "../tokens/external-auth.ts";

/** Options for `createPlayerTokens`. @stable */
export interface PlayerTokensOptions extends ServiceOptions {
  /** The application's id. Error: `invalid_id`. */
  readonly applicationId: SnowflakeInput;
  /** The application's client secret (developer portal, OAuth2). It never leaves the server. */
  readonly clientSecret: string;
  /** The token store. For several instances, use `redisPlayerStore` from `slashpass/redis`. */
  readonly store: PlayerStore;
  /**
   * Keeps the combined requests of all instances within the service's rate limits: `redisLimits` from `slashpass/redis`. Default:
   * no limits.
   */
  readonly limits?: RequestLimits | undefined;
  /**
   * Returns a fresh identity provider token for a player with a provisional account, whose access tokens last an hour and cannot
   * be refreshed. Default: the game must authenticate the player again.
   */
  readonly externalAuth?: ((player: Snowflake) => Promise<ExternalAuth>) | undefined;
  /**
   * Called after a player's tokens and sessions have ended. Use it to clear your backend's own state, such as a web session.
   * `forget`, `revoke` and the APPLICATION_DEAUTHORIZED event wait for it and fail if it fails. If the service reports that the
   * player revoked the tokens, the callback runs in the instance that received this report. It may be called more than once for
   * the same player.
   */
  readonly onSignedOut?: ((player: Snowflake) => unknown) | undefined;
}

/** Validated options. */
export interface CheckedOptions extends Omit<PlayerTokensOptions, "applicationId"> {
  readonly applicationId: Snowflake;
}

export const readPlayerTokensOptions: Reader<CheckedOptions> = fields<CheckedOptions>(
  {
    ...serviceFields,
    applicationId: parseSnowflake,
    clientSecret: parseClientSecret,
    store: readPlayerStore,
    limits: optional(withMethods<RequestLimits>(["enter"])),
    externalAuth: optional(callable()),
    onSignedOut: optional(callable()),
  },
  "invalid_argument",
  foreignServerOptions,
);
