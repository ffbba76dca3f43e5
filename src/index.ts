export { AuthorizationArgs, type AuthorizationInit } from "./sign-in/arguments.ts";
export type { AuthorizationResult, AuthorizationResultOf, RedirectUris } from "./sign-in/authorize.ts";
export { AuthenticationCodeChallengeMethod, AuthorizationCodeChallenge } from "./sign-in/code-verifier.ts";
export { AuthorizationCodeVerifier } from "./sign-in/code-verifier.ts";
export { IntegrationType } from "./sign-in/arguments.ts";
export type {
  AuthorizeOptions,
  BrowserRedirect,
  Consent,
  ConsentNotice,
  ConsentProvider,
  LoopbackOptions,
  RedirectMethod,
} from "./sign-in/options.ts";
export { type OpenBrowser, openSystemBrowser } from "./sign-in/browser/open-browser.ts";
export { diagnose } from "./client/diagnose/diagnose.ts";
export type { CheckName, CheckResult, CheckVerdict } from "./client/diagnose/finding.ts";
export type { DiagnoseOptions } from "./client/diagnose/options.ts";
export type { ApiVersion, Fetch, ServiceOptions } from "./core/request/addresses.ts";
export type { CallOptions } from "./core/request/transport.ts";
export { Client } from "./client.ts";
export type { Presence, PresenceEvents, PresenceJoinRequest } from "./client/presence.ts";
export type {
  PresenceActivity,
  PresenceAssets,
  PresenceButton,
  PresenceParty,
  PresenceTime,
} from "./presence/activity.ts";
export type { AskingPlayer } from "./presence/transport.ts";
export type { ConnectionStatus } from "./social-sdk/connection.ts";
export type { SocialSdk } from "./social-sdk/social-sdk.ts";
export type { PresenceAvailability } from "./presence/updates.ts";
export type {
  ClientOptions,
  ConnectOptions,
  GetTokenOptions,
  GuestIdentity,
  AccountOptions,
  SignInOptions,
} from "./client/options.ts";
export type {
  AccessTokenErrorCode,
  ErrorCode,
  OtherErrorCode,
  RestoreErrorCode,
  SignInErrorCode,
  SignOutErrorCode,
} from "./core/error-code.ts";
export { ClientError, type ClientErrorInit, ErrorType, isClientError } from "./core/errors.ts";
export { LoggingSeverity } from "./log/logger.ts";
export { createRedactor, type Redactor, type RedactorOptions } from "./log/redactor.ts";
export { deliverRedirect } from "./sign-in/redirect/custom-scheme.ts";
export type { RedirectScheme } from "./sign-in/redirect/custom-scheme-name.ts";
export {
  type RedirectSchemeStatus,
  redirectSchemeStatus,
  registerRedirectScheme,
  type SchemeRegistration,
  unregisterRedirectScheme,
} from "./sign-in/redirect/custom-scheme-registration.ts";
export {
  launchCommandStatus,
  type LaunchCommandStatus,
  unregisterLaunchCommand,
} from "./sign-in/redirect/launch.ts";
export type { SubmitRedirect } from "./sign-in/redirect/manual.ts";
export type {
  PageAppearance,
  PageColors,
  PageKind,
  PageOption,
  PageView,
} from "./sign-in/page/page-appearance.ts";
export type { PageLanguage } from "./sign-in/page/page-language.ts";
export { playerMessage } from "./sign-in/errors/player-message.ts";
export type { IgnoredReason } from "./sign-in/redirect/receiver.ts";
export type { StoredAccount } from "./sign-in/sign-in.ts";
export type { AccessTokenOptions, Session, SignOutReport } from "./tokens/session.ts";
export type {
  SessionEndedEvent,
  SessionEvents,
  SessionEventTarget,
  SessionListener,
  SessionListenerOptions,
  SessionRenewedEvent,
} from "./tokens/session-events.ts";
export type { Snowflake, SnowflakeInput } from "./wire/snowflake.ts";
export * from "./store/own-stores.ts";
export type { Keytar } from "./store/secret-service/secret-service.ts";
export { memoryTokenStore } from "./store/token-store.ts";
export { withProcessLock } from "./store/process-lock.ts";
export type { TokenStore } from "./store/token-store.ts";
export type { ChildTokenResult } from "./tokens/backend.ts";
export type { CurrentUser, CurrentUserFields } from "./tokens/player.ts";
export type { ImageSize } from "./wire/user.ts";
export {
  DeviceAuthorizationArgs,
  type DeviceAuthorizationInit,
  type DeviceOptions,
} from "./tokens/device-arguments.ts";
export type { DevicePrompt } from "./tokens/device.ts";
export type { ExternalAuth } from "./tokens/external-auth.ts";
export { AuthenticationExternalAuthType } from "./wire/external-auth.ts";
export type { KnownScope, Scopes } from "./wire/scope.ts";
export type { UnverifiedIdTokenClaims } from "./tokens/token-set.ts";
export type { CodeExchangeRequest, TokenRefreshRequest } from "./tokens/own-server.ts";
export type { ExchangeCode, RefreshOnServer } from "./tokens/own-server-hooks.ts";
export { ownServer, type OwnServerHooks, type OwnServerOptions } from "./tokens/own-server-hooks.ts";
export type { TokenGrant } from "./tokens/token-set.ts";
export type { TokenResult } from "./tokens/token-set.ts";
export { AuthorizationTokenType } from "./tokens/token-type.ts";
