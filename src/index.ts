export { AuthorizationArgs, type AuthorizationInit } from "./authorization/arguments.ts";
export type { AuthorizationResult } from "./authorization/authorization-result.ts";
export {
  AuthenticationCodeChallengeMethod,
  AuthorizationCodeChallenge,
} from "./authorization/code-challenge.ts";
export { AuthorizationCodeVerifier } from "./authorization/code-verifier.ts";
export { IntegrationType } from "./authorization/integration-type.ts";
export type { AuthorizeOptions } from "./backend.ts";
export type { OpenBrowser } from "./browser/open-browser.ts";
export { Client, type ClientOptions, type SignInOptions, type SignOutReport } from "./client.ts";
export { ClientError, ErrorType, isClientError } from "./errors.ts";
export type { Fetch } from "./http/send.ts";
export { LoggingSeverity } from "./log/logger.ts";
export { createRedactor, type Redactor } from "./log/redactor.ts";
export type { IgnoredReason } from "./redirect/receiver.ts";
export type { Session } from "./session.ts";
export type { Snowflake, SnowflakeInput } from "./snowflake.ts";
export { keychainTokenStore } from "./store/keychain-token-store.ts";
export { memoryTokenStore } from "./store/memory-token-store.ts";
export type { TokenStore } from "./store/token-store.ts";
export type { CurrentUser } from "./token/current-user.ts";
export type { TokenResult } from "./token/token-result.ts";
export { AuthorizationTokenType } from "./token/token-type.ts";
