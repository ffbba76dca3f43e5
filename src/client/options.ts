import {
  defaultWebBase,
  type ServiceOptions,
  parseBaseUrl,
  resolveApiBase,
} from "../core/request/addresses.ts";
import { type CallOptions, serviceFields } from "../core/request/transport.ts";
import { argumentFields, type AuthorizationInit } from "../sign-in/arguments.ts";
import type { OpenBrowser } from "../sign-in/browser/open-browser.ts";
import type { BotCredential, ClientCredential } from "../commands/index.ts";
import { type PageOption, readPage } from "../sign-in/page/page-appearance.ts";
import type { SignInRequest } from "../sign-in/sign-in.ts";
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
} from "../sign-in/options.ts";
import { fields } from "../core/check/fields.ts";
import {
  type Reader,
  abortSignal,
  callable,
  asItIs,
  textWithoutNul,
  oneOf,
  optional,
  textOf,
  parseSnowflake,
} from "../core/check/readers.ts";
import { readAddonPath } from "../native/load.ts";
import { browserRedirectNames, redirectMethods } from "../sign-in/redirect/methods.ts";
import type { AuthenticationExternalAuthType } from "../wire/external-auth.ts";
import { checkExternalAuth, type ExternalAuth } from "../tokens/external-auth.ts";
import type { DeviceOptions } from "../tokens/device-arguments.ts";
import { type ClientError, validationError } from "../core/errors.ts";
import { isServiceHost } from "../wire/service-host.ts";
import type { Service } from "../tokens/token-endpoint.ts";
import { foreignClientOptions, foreignSignInOptions } from "../core/check/foreign-options.ts";

/** Options for `Client`. */
export interface ClientOptions extends ServiceOptions {
  /**
   * The application id from the developer portal (General Information). Equivalent to calling `SetApplicationId`. Error:
   * `invalid_id`.
   */
  readonly applicationId?: SnowflakeInput | undefined;
  /**
   * The web pages' base URL, which is also the token issuer. Default `https://discord.com`. Required if `apiBase` is not
   * Discord's. Error: `invalid_base_url`.
   */
  readonly webBase?: string | undefined;
  /**
   * The store for the tokens from `signIn`. Default: the system's keychain. Alternatives are `fileTokenStore`, `memoryTokenStore`
   * or your own implementation.
   */
  readonly store?: TokenStore | undefined;
  /**
   * Opens the player's browser. Default: the system's browser. Useful in Electron, or in tests:
   * `emulator.player("Ada").browser()`.
   */
  readonly openBrowser?: OpenBrowser | undefined;
  /**
   * The loopback redirect's port and address. Default: any free port on 127.0.0.1. Errors: `invalid_port`, `invalid_preference`.
   */
  readonly loopback?: LoopbackOptions | undefined;
  /** The page that the browser shows after the loopback redirect. Default: a plain page in 36 languages. */
  readonly page?: PageOption | undefined;
  /**
   * The absolute path of `slashpass.node`. Default: `prebuilds` in the package, or `prebuilds/<system>/slashpass.node` or
   * `slashpass.node` next to the bundle or the running program. `redirect-opener` must be in the same directory. Each thread
   * loads the addon once, on first use; the path of any client applies to later loads.
   */
  readonly addonPath?: string | undefined;
  /**
   * The application's own credential, which `Client.commands` needs to register commands and `Client.api` for endpoints reserved
   * for the application. Secret: never ship it to players.
   */
  readonly applicationCredential?: BotCredential | ClientCredential | undefined;
  /**
   * For confidential applications: exchanges codes on your own server, which has the client secret. Receives the code, the
   * verifier and the redirect URI.
   */
  readonly exchangeCode?: ExchangeCode | undefined;
  /** For confidential applications: refreshes tokens on your own server. */
  readonly refreshToken?: RefreshOnServer | undefined;
}

/** Options for `Client.GetToken`. */
export interface GetTokenOptions extends CallOptions {
  /**
   * The authorization request's nonce, which must match the ID token's. Default: the nonce used in this client's attempt that
   * returned the code; if the client does not know the attempt, the nonce is not checked.
   */
  readonly nonce?: string | undefined;
}

/** Options for `Client.restoreSession` and `Client.signOut`. */
export interface AccountOptions extends CallOptions {
  /**
   * The account name passed to `signIn` ({@link SignInOptions.account}). Default: the unnamed account; for `signOut`, the current
   * session.
   */
  readonly account?: string | undefined;
}

/** Options for `Client.signIn`. */
export interface SignInOptions extends Omit<AuthorizationInit, "codeChallenge">, AskPlayerOptions {
  /**
   * A name that distinguishes several players on one machine: any string of 1 to 200 characters. Default: the unnamed account.
   */
  readonly account?: string | undefined;
  /**
   * The current guest, whose provisional account is merged into the player's account. The player is asked even if a session is
   * stored. Afterwards, the client uses the session's tokens; do not use the guest's token any more.
   */
  readonly guest?: GuestIdentity | undefined;
}

/** A guest's identity from {@link Client.GetProvisionalToken}. */
export interface GuestIdentity {
  /** The identity provider that was passed to {@link Client.GetProvisionalToken}. */
  readonly externalAuthType: AuthenticationExternalAuthType;
  /** A fresh credential from that provider. Secret. Error: `invalid_external_auth`. */
  readonly externalAuthToken: string;
}

export interface CheckedClientOptions extends Omit<ClientOptions, "applicationId" | "applicationCredential"> {
  readonly applicationId?: Snowflake | undefined;
  readonly applicationCredential?: CredentialFields | undefined;
}

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

export const readDeviceOptions: Reader<DeviceOptions> = fields<DeviceOptions>({
  signal: optional(abortSignal()),
  onPrompt: callable("missing_prompt"),
});

export const readGetTokenOptions: Reader<GetTokenOptions> = fields<GetTokenOptions>({
  signal: optional(abortSignal()),
  nonce: optional(textOf({ most: 1024, code: "invalid_nonce" })),
});

/**
 * `apiBase` and `webBase` must both be Discord's or both be set, because a code must not be sent to a different service.
 *
 * @throws ClientError as thrown by {@link describeService}.
 */
export function readService(options: ServiceOptions & Pick<ClientOptions, "webBase">): Service {
  const { apiBase, webBase } = options;
  const service = describeService(resolveApiBase(options), webBase ?? defaultWebBase);
  if (isOther(apiBase) && webBase === undefined) throw missingBase("webBase", "apiBase", service.apiBase);
  if (isOther(webBase) && apiBase === undefined) throw missingBase("apiBase", "webBase", service.issuer);
  return service;
}

function isOther(base: string | undefined): boolean {
  return base !== undefined && !isServiceHost(base);
}

function missingBase(missing: string, given: string, address: string): ClientError {
  return validationError(
    "invalid_base_url",
    `${given} is ${address}, but ${missing} is missing, so players would sign in to one service, but the code would be sent to another.`,
    `Pass ${missing} as well. For an emulator, pass emulator.clientOptions().`,
  );
}

/**
 * @throws ClientError `invalid_base_url` (ValidationError) unless each URL uses https, or http on this machine (RFC 6749 §3.1,
 *   §3.2).
 */
export function describeService(apiBase: string, webBase: string): Service {
  const api = parseBaseUrl(apiBase, "apiBase");
  const web = parseBaseUrl(webBase, "webBase");
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
