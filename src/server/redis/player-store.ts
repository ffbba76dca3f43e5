import { type PlayerStore, ownPlayerStore } from "../player-store.ts";
import type { RedisTokenStoreOptions } from "./options.ts";
import { redisParts } from "./token-store.ts";

/**
 * Keeps the tokens of players in Redis or Valkey, sealed, for `createPlayerTokens` of `slashpass/server`: any number of
 * instances renew each token once. A read is one round trip, a renewal two.
 *
 * @throws ClientError (ValidationError) for wrong options, before anything is sent.
 */
export function redisPlayerStore(options: RedisTokenStoreOptions): PlayerStore {
  return ownPlayerStore(redisParts(options).records);
}
