import {
  defaultWebBase,
  type ServiceOptions,
  parseBaseUrl,
  resolveApiBase,
} from "../core/request/addresses.ts";
import { type CallOptions, readCallOptions, serviceFields } from "../core/request/transport.ts";
import { argumentFields, type AuthorizationInit } from "../sign-in/arguments.ts";
import type { OpenBrowser } from "../sign-in/browser/open-browser.ts";
import type { BotCredential, ClientCredential } from "../commands/index.ts";
import { type LoopbackOptions, readLoopbackOptions } from "../sign-in/redirect/loopback-options.ts";
import { type PageOption, readPage } from "../sign-in/page/page-appearance.ts";
import type { AskPlayerOptions, SignInRequest } from "../sign-in/sign-in.ts";
import type { SnowflakeInput, Snowflake } from "../wire/snowflake.ts";
import { type TokenStore, readStore } from "../store/token-store.ts";
import type { ExchangeCode, RefreshOnServer } from "../tokens/own-server-hooks.ts";
import { type CredentialFields, readCredentialFields } from "../core/request/credential.ts";
import { readScopes } from "../tokens/scopes.ts";
import { type Consent, consents } from "../sign-in/consent.ts";
import { fields, type Table } from "../core/check/fields.ts";
import {
  type Reader,
  abortSignal,
  callable,
  flag,
  asItIs,
  milliseconds,
  nameOf,
  oneOf,
  optional,
  textOf,
  isText,
  readerOf,
  parseSnowflake,
} from "../core/check/readers.ts";
import { readAddonPath } from "../native/load.ts";
import { browserRedirectNames, redirectMethods } from "../sign-in/redirect/methods.ts";
import type { AuthorizeOptions } from "../sign-in/backend.ts";
import type { AuthenticationExternalAuthType } from "../wire/external-auth.ts";
import { checkExternalAuth, type ExternalAuth } from "../tokens/external-auth.ts";
import type { DeviceOptions } from "../tokens/device-arguments.ts";
import type { KnownAttempt } from "../sign-in/attempt-memory.ts";
import { checkVerifier } from "../sign-in/code-verifier.ts";
import { type ClientError, validationError } from "../core/errors.ts";
import type { CodeExchange } from "../tokens/grants.ts";
import { isServiceHost } from "../wire/service-host.ts";
import type { Service } from "../tokens/token-endpoint.ts";
import { foreignClientOptions, foreignSignInOptions } from "../core/check/foreign-options.ts";

/** How a `Client` is set up. */
export interface ClientOptions extends ServiceOptions {
  /**
   * Application id, from the developer portal, General Information; the same as calling `SetApplicationId`. Error:
   * `invalid_id`.
   */
  readonly applicationId?: SnowflakeInput | undefined;
  /**
   * Base of the web pages, and the issuer of tokens. Default `https://discord.com`. Error: `invalid_base_url`, also where
   * `apiBase` is another service's and this is missing.
   */
  readonly webBase?: string | undefined;
  /**
   * Place of the tokens of `signIn`. Default: the system's keychain. `fileTokenStore`, `memoryTokenStore` or your own in its
   * place.
   */
  readonly store?: TokenStore | undefined;
  /** Starts the player's browser. Default: the system's own. For Electron, or for tests: `emulator.player("Ada").browser()`. */
  readonly openBrowser?: OpenBrowser | undefined;
  /**
   * Port and address at which the loopback redirect listens. Default: any free port of 127.0.0.1. Errors: `invalid_port`,
   * `invalid_preference`.
   */
  readonly loopback?: LoopbackOptions | undefined;
  /** The page that the player sees on coming back over the loopback redirect. Default: a plain one in 36 languages. */
  readonly page?: PageOption | undefined;
  /**
   * The absolute path of `slashpass.node`, where it lies in none of the usual places: those are `prebuilds` in the
   * package, and `prebuilds/<system>/slashpass.node` or `slashpass.node` beside the bundle or the running program.
   * `redirect-opener` lies in the same folder. A program (each thread of it) loads the addon once, when it is first
   * needed: a path counts for whatever comes after it, wherever it was given.
   */
  readonly addonPath?: string | undefined;
  /**
   * The application's own credential, with which `Client.commands` registers commands as well, and `Client.api` does what
   * only the application may. It is a secret of the application: for the developer's own builds and servers, never in what players get.
   */
  readonly applicationCredential?: BotCredential | ClientCredential | undefined;
  /**
   * For confidential applications: sends the code, the verifier and the redirect URI to your own server, which has the client
   * secret. Used wherever a code is exchanged.
   */
  readonly exchangeCode?: ExchangeCode | undefined;
  /** For confidential applications: lets your own server refresh. Used wherever a token is refreshed. */
  readonly refreshToken?: RefreshOnServer | undefined;
}

/** How a code is exchanged. */
export interface GetTokenOptions extends CallOptions {
  /**
   * The nonce of the authorization request, which the ID token has to hold. Default: the one of the attempt that brought
   * the code, if this client made it and still knows it; else the nonce is not checked.
   */
  readonly nonce?: string | undefined;
}

/** The options of `Client.restoreSession` and `Client.signOut`. */
export interface AccountOptions extends CallOptions {
  /** The account, as it was passed to `signIn` ({@link SignInOptions.account}). Default: the account without a name; for `signOut` the current session. */
  readonly account?: string | undefined;
}

/** The options of `Client.signIn`. */
export interface SignInOptions extends Omit<AuthorizationInit, "codeChallenge">, AskPlayerOptions {
  /**
   * Tells several players on one machine apart: any text of 1 to 200 characters. Default: the one player of the application.
   */
  readonly account?: string | undefined;
  /**
   * The guest who plays now, with a provisional account: it is merged into the account that the player signs in with. The
   * player is asked even if a session is stored. Afterwards the client uses the tokens of the session and forgets the guest's;
   * the service does not say when that one ends, so use it no more.
   */
  readonly guest?: GuestIdentity | undefined;
}

/** How a guest was identified for {@link Client.GetProvisionalToken}. */
export interface GuestIdentity {
  /** Identity provider that knows the guest, as it was given to {@link Client.GetProvisionalToken}. */
  readonly externalAuthType: AuthenticationExternalAuthType;
  /** Proof by that provider, fresh for this sign-in. A secret. Error: `invalid_external_auth`. */
  readonly externalAuthToken: string;
}

/** The options of a client, checked and read. */
export interface CheckedClientOptions extends Omit<ClientOptions, "applicationId" | "applicationCredential"> {
  readonly applicationId?: Snowflake | undefined;
  readonly applicationCredential?: CredentialFields | undefined;
}

/** How a client is set up. */
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

const authorizeFields: Table<Omit<AuthorizeOptions<Consent>, "redirect">> = {
  signal: optional(abortSignal()),
  timeoutMs: optional(milliseconds()),
  preflight: optional(flag),
  onAuthorizeUrl: optional(callable()),
  onIgnoredRedirect: optional(callable()),
  onManualRedirect: optional(callable()),
  consent: optional(oneOf(consents, "invalid_consent")),
  onConsent: optional(callable()),
};

/** How one authorization runs. */
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

const readAccount = optional(nameOf({ most: 200 }));

/** The options of a sign-in, with the guest's identity as a request has it. */
type CheckedSignInOptions = Omit<SignInOptions, "guest"> & Pick<SignInRequest, "guest">;

/** How a whole sign-in runs. */
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

/** Selects a session. */
export const readAccountOptions: Reader<AccountOptions> = fields<AccountOptions>({
  signal: optional(abortSignal()),
  account: readAccount,
});

/** How a sign-in on another device runs. */
export const readDeviceOptions: Reader<DeviceOptions> = fields<DeviceOptions>({
  signal: optional(abortSignal()),
  onPrompt: callable("missing_prompt"),
});

/** How a code is exchanged. */
export const readGetTokenOptions: Reader<GetTokenOptions> = fields<GetTokenOptions>({
  signal: optional(abortSignal()),
  nonce: optional(textOf({ most: 1024, code: "invalid_nonce" })),
});

/** The options of every other operation. */
export function readSignal(options: CallOptions): AbortSignal | undefined {
  return readCallOptions(options, "options").signal;
}

/** @throws ClientError `invalid_id`, `missing_code`, `invalid_code_verifier` or `invalid_redirect_uri` (ValidationError). */
export function checkExchange(
  applicationId: unknown,
  code: unknown,
  codeVerifier: unknown,
  redirectUri: unknown,
): CodeExchange {
  return {
    applicationId: parseSnowflake(applicationId, "applicationId"),
    code: readCode(code, "code"),
    codeVerifier: checkVerifier(codeVerifier),
    redirectUri: optional(readRedirectUri)(redirectUri, "redirectUri"),
  };
}

const readCode = readerOf<string>("a whole authorization code", isText, {
  code: "missing_code",
  hint: "Pass the code that Authorize returned. A copy of its result made by structuredClone or JSON has no code.",
});
const asReturned = { code: "invalid_redirect_uri", hint: "Pass exactly what Authorize returned." } as const;
const readRedirectUri = readerOf<string>("a URI", (uri) => isText(uri) && URL.canParse(uri), asReturned);

/**
 * Refuses an exchange that the service would refuse, which would cost the code. Of a code from elsewhere nothing is known.
 *
 * @throws ClientError `invalid_redirect_uri` (ValidationError).
 */
export function checkBelongs({ redirectUri }: CodeExchange, attempt: KnownAttempt | undefined): void {
  if (!attempt || (redirectUri === undefined) === (attempt.redirectUri === undefined)) return;
  throw redirectUri === undefined
    ? wrongRedirectUri("redirectUri is missing, but the player was redirected when this code was issued")
    : wrongRedirectUri("redirectUri must be undefined: this code was issued in the desktop client");
}

function wrongRedirectUri(reason: string): ClientError {
  return validationError(asReturned.code, `${reason}.`, asReturned.hint);
}

/**
 * The service that the options name. Both addresses are Discord's, or both are given: a code of one service must not go to
 * another one.
 *
 * @throws ClientError as {@link describeService}.
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
    `${given} is ${address}, but ${missing} is missing, so players would sign in at one service and the code would go to another.`,
    `Pass ${missing} as well. For an emulator, pass emulator.clientOptions().`,
  );
}

/**
 * @throws ClientError `invalid_base_url` (ValidationError) for anything but https, or http on this machine
 *   (RFC 6749 §3.1, §3.2).
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
