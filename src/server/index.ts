export { createTokenHandler, type TokenHandlerOptions } from "./handler.ts";
export type { PlayerTokensOptions } from "./options.ts";
export {
  createPlayerTokens,
  type PlayerEvents,
  type PlayerExchangeOptions,
  type PlayerGrant,
  type PlayerTokenOptions,
  type PlayerTokens,
} from "./player-tokens.ts";
export { memoryPlayerStore } from "../store/memory-player-store.ts";
export type {
  KeptRecord,
  PlayerStore,
  RecordLife,
  SessionUse,
  Taken,
  Written,
} from "../store/player-store.ts";
export type { CallOptions } from "../api/call-options.ts";
export type { ServiceOptions } from "../api/addresses.ts";
export { ClientError, ErrorType, isClientError } from "../errors.ts";
export type { RequestLimits } from "../http/limits.ts";
export type { EndpointAnswer } from "../interactions/endpoint/endpoint-answer.ts";
export type { SignedEndpoint } from "../interactions/endpoint/endpoint.ts";
export type { Problem, ProblemCode, Report } from "../interactions/endpoint/problem.ts";
export type { Snowflake, SnowflakeInput } from "../snowflake.ts";
export type { ExternalAuth } from "../token/external-auth.ts";
export type { TokenGrant } from "../token/token-grant.ts";
export { AuthenticationExternalAuthType } from "../wire/external-auth.ts";
