import type { ServiceOptions } from "../core/request/addresses.ts";
import { parseClientSecret } from "../core/request/credential.ts";
import { serviceFields } from "../core/request/transport.ts";
import type { RequestLimits } from "../core/request/limits.ts";
import { fields } from "../core/check/fields.ts";
import { foreignServerOptions } from "../core/check/foreign-options.ts";
import { type Reader, callable, optional, withMethods, parseSnowflake } from "../core/check/readers.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
import { type PlayerStore, readPlayerStore } from "./player-store.ts";
import type { ExternalAuth } from "../tokens/external-auth.ts";

/** How the tokens of players are kept on a server. */
export interface PlayerTokensOptions extends ServiceOptions {
  /** Id of the application whose players they are. Error: `invalid_id`. */
  readonly applicationId: SnowflakeInput;
  /** The application's client secret (developer portal, OAuth2). It never leaves the server. */
  readonly clientSecret: string;
  /** The store of the tokens: `redisPlayerStore` of `slashpass/redis` for several instances. */
  readonly store: PlayerStore;
  /** Keeps all instances within the service's limits: `redisLimits` of `slashpass/redis`. Default: no limits. */
  readonly limits?: RequestLimits | undefined;
  /**
   * A fresh token of the identity provider for a player with a provisional account, whose tokens live for an hour and have no
   * refresh token. Default: such a player's game has to authenticate again.
   */
  readonly externalAuth?: ((player: Snowflake) => Promise<ExternalAuth>) | undefined;
  /**
   * Ends what the backend keeps of its own for a player, such as a web session, whose tokens and sessions have ended here: by
   * `forget`, `revoke` or the event APPLICATION_DEAUTHORIZED, which wait for it and fail when it fails, and in the instance that
   * learns from the service that the player has revoked them. It may be called again for the same player.
   */
  readonly onSignedOut?: ((player: Snowflake) => unknown) | undefined;
}

/** The options, checked. */
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
