import { type PlayerStore, ownPlayerStore } from "../player-store.ts";
import type { RedisTokenStoreOptions } from "./options.ts";
import { redisParts } from "./token-store.ts";

/**
 * Creates a store that keeps players' tokens encrypted in Redis or Valkey, for `createPlayerTokens` of `slashpass/server`. Any
 * number of instances renew each token only once. A read takes one round trip, a renewal two.
 *
 * @throws ClientError (ValidationError) for invalid options, before any command.
 */
export function redisPlayerStore(options: RedisTokenStoreOptions): PlayerStore {
  return ownPlayerStore(redisParts(options).records);
}
