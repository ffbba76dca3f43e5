export type { CallOptions } from "../../core/request/transport.ts";
export type { RedisCommand } from "./options.ts";
export type { RedisStoreOptions, ReplicaOptions } from "./options.ts";
export { checkRedis, type RedisHealth, type RedisHealthOptions } from "./health.ts";
export { redisLimits } from "./limits.ts";
export type { RedisLimitsOptions } from "./limits.ts";
export { redisPlayerStore } from "./player-records.ts";
export { redisSeen, type RedisSeenOptions } from "./seen.ts";
export { redisTokenStore } from "./token-store.ts";
export type {
  LimitedResponse,
  LimitedRequest,
  LimitKey,
  LimitReason,
  RequestLimits,
  RequestSlot,
} from "../../core/request/limits.ts";
export { ClientError, ErrorType, isClientError } from "../../core/errors.ts";
export type {
  StoredRecord,
  PlayerStore,
  RecordLifetime,
  SessionUse,
  Taken,
  Written,
} from "../player-store.ts";
export type { TokenStore } from "../../store/token-store.ts";
