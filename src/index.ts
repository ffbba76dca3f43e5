export { AuthorizationArgs, type AuthorizationInit } from "./authorization/arguments.ts";
export type {
  AuthorizationResult,
  AuthorizationResultOf,
  RedirectUris,
} from "./authorization/authorization-result.ts";
export {
  AuthenticationCodeChallengeMethod,
  AuthorizationCodeChallenge,
} from "./authorization/code-challenge.ts";
export { AuthorizationCodeVerifier } from "./authorization/code-verifier.ts";
export { IntegrationType } from "./authorization/integration-type.ts";
export type { Consent, ConsentNotice, ConsentPlace } from "./consent/consent.ts";
export type { AuthorizeOptions } from "./service/backend.ts";
export { type OpenBrowser, openSystemBrowser } from "./browser/open-browser.ts";
export { diagnose } from "./diagnose/diagnose.ts";
export type { CheckName, CheckResult, CheckVerdict } from "./diagnose/finding.ts";
export type { DiagnoseOptions } from "./diagnose/options.ts";
export type { ApiVersion, ServiceOptions } from "./api/addresses.ts";
export type { CallOptions } from "./api/call-options.ts";
export { Client } from "./client.ts";
export type { ClientOptions, GetTokenOptions, RestoreOptions, SignInOptions } from "./client/options.ts";
export type { ErrorCode, OtherErrorCode } from "./errors/error-code.ts";
export { ClientError, type ClientErrorInit, ErrorType, isClientError } from "./errors.ts";
export type { Fetch } from "./http/send.ts";
export { LoggingSeverity } from "./log/severity.ts";
export { createRedactor, type Redactor, type RedactorOptions } from "./log/redactor.ts";
export { deliverRedirect } from "./redirect/custom-scheme-channel.ts";
export type { RedirectScheme } from "./redirect/custom-scheme-name.ts";
export {
  type RedirectSchemeStatus,
  redirectSchemeStatus,
  registerRedirectScheme,
  type SchemeRegistration,
  unregisterRedirectScheme,
} from "./redirect/custom-scheme-registration.ts";
export { launchCommandStatus, type LaunchCommandStatus, unregisterLaunchCommand } from "./redirect/launch.ts";
export type { LoopbackOptions } from "./redirect/loopback-options.ts";
export type { SubmitRedirect } from "./redirect/manual.ts";
export type { BrowserRedirect, RedirectMethod } from "./redirect/methods.ts";
export type { PageAppearance, PageColors, PageOption, PageView } from "./redirect/page-appearance.ts";
export type { PageLanguage } from "./redirect/page-language.ts";
export type { PageKind } from "./redirect/page-texts.ts";
export type { IgnoredReason } from "./redirect/receiver.ts";
export type { AccessTokenOptions, Session, SignOutReport } from "./session.ts";
export type { Snowflake, SnowflakeInput } from "./snowflake.ts";
export { fileTokenStore, type FileStoreOptions } from "./store/file-token-store.ts";
export { type KeychainOptions, keychainTokenStore } from "./store/keychain-token-store.ts";
export type { Keytar } from "./store/secret-service/keychain.ts";
export { memoryTokenStore } from "./store/memory-token-store.ts";
export { withProcessLock } from "./store/process-lock.ts";
export type { TokenStore } from "./store/token-store.ts";
export type { ChildTokenResult } from "./token/child.ts";
export type { CurrentUser } from "./token/current-user.ts";
export {
  DeviceAuthorizationArgs,
  type DeviceAuthorizationInit,
  type DeviceOptions,
} from "./token/device-arguments.ts";
export type { DevicePrompt } from "./token/device-prompt.ts";
export type { ExternalAuth } from "./token/external-auth.ts";
export { AuthenticationExternalAuthType } from "./wire/external-auth.ts";
export type { KnownScope, Scopes } from "./wire/scope.ts";
export type { IdTokenClaims } from "./token/id-token.ts";
export type {
  CodeExchangeRequest,
  ExchangeCode,
  RefreshOnServer,
  TokenRefreshRequest,
} from "./token/own-server.ts";
export { ownServer, type OwnServerHooks, type OwnServerOptions } from "./token/own-server-hooks.ts";
export type { TokenGrant } from "./token/token-grant.ts";
export type { TokenResult } from "./token/token-result.ts";
export { AuthorizationTokenType } from "./token/token-type.ts";
