export { createTokenHandler, type TokenHandlerOptions } from "./handler.ts";
export type { PlayerTokensOptions } from "./options.ts";
export {
  createPlayerTokens,
  type PlayerEvents,
  type PlayerCode,
  type PlayerGrant,
  type PlayerTokenOptions,
  type PlayerTokens,
} from "./player-tokens.ts";
export type { VerifiedIdTokenClaims } from "./id-token/claims.ts";
export { verifyIdToken, type VerifyIdTokenOptions } from "./id-token/verify.ts";
export { memoryPlayerStore } from "./memory-player-store.ts";
export type {
  StoredRecord,
  PlayerStore,
  RecordLifetime,
  SessionUse,
  Taken,
  Written,
} from "./player-store.ts";
export type { CallOptions } from "../core/request/transport.ts";
export type { ServiceOptions } from "../core/request/addresses.ts";
export { ClientError, ErrorType, isClientError } from "../core/errors.ts";
export type { RequestLimits } from "../core/request/limits.ts";
export type { EndpointResponse, Problem, ProblemCode, Report } from "../interactions/endpoint/incoming.ts";
export type { SignedEndpoint } from "../interactions/endpoint/endpoint.ts";
export type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";
export type { ExternalAuth } from "../tokens/external-auth.ts";
export type { TokenGrant } from "../tokens/token-set.ts";
export { AuthenticationExternalAuthType } from "../wire/external-auth.ts";
