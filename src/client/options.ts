import {
  defaultWebBase,
  type ServiceOptions,
  parseBaseUrl,
  resolveApiBase,
  isServiceHost,
} from "../core/request/addresses.ts";
import { type CallOptions, serviceFields } from "../core/request/transport.ts";
import { argumentFields, type AuthorizationInit } from "../sign-in/arguments.ts";
import type { OpenBrowser } from "../sign-in/browser/open-browser.ts";
import type { BotCredential, ClientCredential } from "../commands/index.ts";
import { type PageOption, readPage } from "../sign-in/page/page-appearance.ts";
import type { SignInRequest } from "../sign-in/sign-in.ts";
import type { ConnectionStatus } from "../social-sdk/connection.ts";
import type { SocialSdk } from "../social-sdk/social-sdk.ts";
import type { SnowflakeInput, Snowflake } from "../wire/snowflake.ts";
import { type TokenStore, readStore } from "../store/token-store.ts";
import type { ExchangeCode, RefreshOnServer } from "../tokens/own-server-hooks.ts";
import { type CredentialFields, readCredentialFields } from "../core/request/credential.ts";
import { readScopes } from "../tokens/scopes.ts";
import {
  type AskPlayerOptions,
  authorizeFields,
  type AuthorizeOptions,
  type Consent,
  type LoopbackOptions,
  readLoopbackOptions,
  browserRedirectNames,
  redirectMethods,
} from "../sign-in/options.ts";
import { fields, foreignClientOptions, foreignSignInOptions } from "../core/check/fields.ts";
import {
  type Reader,
  abortSignal,
  callable,
  asItIs,
  textWithoutNul,
  oneOf,
  isObject,
  optional,
  readerOf,
  textOf,
  parseSnowflake,
} from "../core/check/readers.ts";
import { readAddonPath } from "../native/load.ts";
import type { AuthenticationExternalAuthType } from "../wire/external-auth.ts";
import { checkExternalAuth, type ExternalAuth } from "../tokens/external-auth.ts";
import type { DeviceOptions } from "../tokens/device-arguments.ts";
import { type ClientError, validationError } from "../core/errors.ts";
import type { Service } from "../tokens/token-endpoint.ts";

/** Options for `Client`. @stable */
export interface ClientOptions extends ServiceOptions {
  /**
   * The application id from the developer portal (General Information). Equivalent to calling `SetApplicationId`. Error:
   * `invalid_id`.
   */
  readonly applicationId?: SnowflakeInput | undefined;
  /**
   * The base URL of the web pages, which is also the token issuer. Default: `https://discord.com`. Required if `apiBase` is not
   * Discord's. Error: `invalid_base_url`.
   */
  readonly webBase?: string | undefined;
  /**
   * The store for the tokens from `signIn`. Default: the system keychain. Alternatives are `fileTokenStore`, `memoryTokenStore`
   * or your own implementation.
   */
  readonly store?: TokenStore | undefined;
  /**
   * Opens the player's browser. Default: the system browser. Replace it in Electron, or in tests:
   * `emulator.player("Ada").browser()`.
   */
  readonly openBrowser?: OpenBrowser | undefined;
  /**
   * The port and address of the loopback redirect. Default: any free port on 127.0.0.1. Errors: `invalid_port`,
   * `invalid_preference`.
   */
  readonly loopback?: LoopbackOptions | undefined;
  /** The page that the browser shows after the loopback redirect. Default: a plain page in 36 languages. */
  readonly page?: PageOption | undefined;
  /**
   * The absolute path to `slashpass.node`. Default: in the package's `prebuilds` directory, or next to the bundle or the current
   * executable, as `prebuilds/<system>/slashpass.node` or `slashpass.node`. `redirect-opener` must be in the same directory. Each
   * thread loads the addon once, on first use; the path set by any client applies to later loads.
   */
  readonly addonPath?: string | undefined;
  /**
   * The application's own credential. `Client.commands` needs it to register commands, and `Client.api` needs it for endpoints
   * reserved for the application. Secret: never ship it to players.
   */
  readonly applicationCredential?: BotCredential | ClientCredential | undefined;
  /**
   * For confidential applications: exchanges codes on your own server, which holds the client secret. Receives the code, the
   * verifier and the redirect URI.
   */
  readonly exchangeCode?: ExchangeCode | undefined;
  /** For confidential applications: refreshes tokens on your own server. */
  readonly refreshToken?: RefreshOnServer | undefined;
  /**
   * Signs players in through Discord's library, which the game ships: `socialSdk()` from `slashpass/social-sdk`. By default,
   * the client sends HTTP requests itself. Options that the library cannot honor are rejected with `unsupported_option`.
   *
   * @experimental
   */
  readonly backend?: SocialSdk | undefined;
}

/** Options for `Client.GetToken`. @stable */
export interface GetTokenOptions extends CallOptions {
  /**
   * The authorization request's nonce, which must match the ID token's. Default: the nonce from this client's attempt that
   * returned the code. If another client returned the code, the nonce is not checked.
   */
  readonly nonce?: string | undefined;
}

/** Options for `Client.restoreSession` and `Client.signOut`. @stable */
export interface AccountOptions extends CallOptions {
  /**
   * The account name passed to `signIn` ({@link SignInOptions.account}). By default, `restoreSession` uses the unnamed account,
   * and `signOut` ends the current session.
   */
  readonly account?: string | undefined;
}

/** Options for `Client.connect`. @experimental */
export interface ConnectOptions extends CallOptions {
  /**
   * Called with every new status, even after `connect` has resolved. A function passed to a later `connect` call replaces this
   * one.
   */
  readonly onStatus?: ((status: ConnectionStatus) => void) | undefined;
}

/** Options for `Client.signIn`. @stable */
export interface SignInOptions extends Omit<AuthorizationInit, "codeChallenge">, AskPlayerOptions {
  /**
   * A name that distinguishes several players on one machine: any string of 1 to 200 characters. Default: the unnamed account.
   */
  readonly account?: string | undefined;
  /**
   * The current guest, whose provisional account is merged into the player's account. The player is prompted even if a session is
   * stored. After the merge, the client uses the session's tokens; stop using the guest's token.
   */
  readonly guest?: GuestIdentity | undefined;
}

/** A guest's identity from {@link Client.GetProvisionalToken}. @stable */
export interface GuestIdentity {
  /** The identity provider passed to {@link Client.GetProvisionalToken}. */
  readonly externalAuthType: AuthenticationExternalAuthType;
  /** A fresh credential from that provider. Secret. Error: `invalid_external_auth`. */
  readonly externalAuthToken: string;
}

export interface CheckedClientOptions extends Omit<ClientOptions, "applicationId" | "applicationCredential"> {
  readonly applicationId?: Snowflake | undefined;
  readonly applicationCredential?: CredentialFields | undefined;
}

const readBackend: Reader<SocialSdk> = readerOf(
  "the result of socialSdk",
  (value) => isObject(value) && typeof value["checkOptions"] === "function",
  { hint: "Omit it to use HTTP." },
);

export const readClientOptions: Reader<CheckedClientOptions> = fields<CheckedClientOptions>(
  {
    applicationId: optional(parseSnowflake),
    ...serviceFields,
    webBase: optional(parseBaseUrl),
    store: optional(readStore),
    openBrowser: optional(callable()),
    loopback: optional(readLoopbackOptions),
    page: readPage,
    addonPath: optional(readAddonPath),
    applicationCredential: optional(readCredentialFields),
    exchangeCode: optional(callable()),
    refreshToken: optional(callable()),
    backend: optional(readBackend),
  },
  "invalid_argument",
  foreignClientOptions,
);

export const readAuthorizeOptions: Reader<AuthorizeOptions<Consent>> = fields<AuthorizeOptions<Consent>>({
  ...authorizeFields,
  redirect: optional(oneOf(["auto", ...browserRedirectNames], "invalid_redirect")),
});

const guestFields = fields<GuestIdentity>({
  externalAuthType: asItIs(),
  externalAuthToken: asItIs(),
});

function readGuest(value: unknown, path: string): ExternalAuth {
  const { externalAuthType, externalAuthToken } = guestFields(value, path);
  return checkExternalAuth(externalAuthType, externalAuthToken);
}

const readAccount = optional(textWithoutNul({ most: 200 }));

type CheckedSignInOptions = Omit<SignInOptions, "guest"> & Pick<SignInRequest, "guest">;

export const readSignInOptions: Reader<CheckedSignInOptions> = fields<CheckedSignInOptions>(
  {
    ...authorizeFields,
    ...argumentFields,
    scopes: readScopes,
    redirect: optional(oneOf(["auto", ...redirectMethods], "invalid_redirect")),
    onPrompt: optional(callable()),
    account: readAccount,
    guest: optional(readGuest),
  },
  "invalid_argument",
  foreignSignInOptions,
);

export const readAccountOptions: Reader<AccountOptions> = fields<AccountOptions>({
  signal: optional(abortSignal()),
  account: readAccount,
});

export const readConnectOptions: Reader<ConnectOptions> = fields<ConnectOptions>({
  signal: optional(abortSignal()),
  onStatus: optional(callable()),
});

export const readDeviceOptions: Reader<DeviceOptions> = fields<DeviceOptions>({
  signal: optional(abortSignal()),
  onPrompt: callable("missing_prompt"),
});

export const readGetTokenOptions: Reader<GetTokenOptions> = fields<GetTokenOptions>({
  signal: optional(abortSignal()),
  nonce: optional(textOf({ most: 1024, code: "invalid_nonce" })),
});

/**
 * Describes the service at base URLs that {@link parseBaseUrl} has checked (RFC 6749 §3.1, §3.2). Requires that both are Discord's
 * or both are set, because a code must not be sent to a different service.
 */
export function readService(options: ServiceOptions & Pick<ClientOptions, "webBase">): Service {
  const { apiBase, webBase } = options;
  const api = resolveApiBase(options);
  const web = webBase ?? defaultWebBase;
  if (isOther(apiBase) && webBase === undefined) throw missingBase("webBase", "apiBase", api);
  if (isOther(webBase) && apiBase === undefined) throw missingBase("apiBase", "webBase", web);
  return {
    issuer: web,
    authorizationEndpoint: `${web}/oauth2/authorize`,
    tokenEndpoint: `${api}/oauth2/token`,
    revocationEndpoint: `${api}/oauth2/token/revoke`,
    apiBase: api,
    insecure: [api, web].some((base) => base.startsWith("http:")),
    isReal: isServiceHost(web),
  };
}

function isOther(base: string | undefined): boolean {
  return base !== undefined && !isServiceHost(base);
}

function missingBase(missing: string, given: string, address: string): ClientError {
  return validationError(
    "invalid_base_url",
    `${given} is ${address}, but ${missing} is missing: players would sign in to one service, but their code would be sent to another.`,
    `Pass ${missing} as well. For an emulator, pass emulator.clientOptions().`,
  );
}
