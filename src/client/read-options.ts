import { type CallOptions, readCallOptions } from "../core/request/call-options.ts";
import { type CredentialFields, readCredentialFields } from "../core/request/credential.ts";
import { serviceFields } from "../core/request/service-fields.ts";
import type { AuthorizationInit } from "../sign-in/arguments.ts";
import { readScopes } from "../tokens/scopes.ts";
import { type Consent, consents } from "../sign-in/consent.ts";
import { fields, type Table } from "../core/check/fields.ts";
import type { Reader } from "../core/check/reader.ts";
import {
  abortSignal,
  asItIs,
  callable,
  milliseconds,
  nameOf,
  oneOf,
  optional,
  textOf,
} from "../core/check/readers.ts";
import { parseBaseUrl } from "../core/request/base-url.ts";
import { readAddonPath } from "../native/addon-path.ts";
import { readLoopbackOptions } from "../sign-in/redirect/loopback-options.ts";
import { browserRedirectNames, redirectMethods } from "../sign-in/redirect/methods.ts";
import { readPage } from "../sign-in/page/page-appearance.ts";
import type { AuthorizeOptions } from "../sign-in/backend.ts";
import { parseSnowflake } from "../core/snowflake.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { readStore } from "../store/token-store.ts";
import type { DeviceOptions } from "../tokens/device-arguments.ts";
import type { ClientOptions, GetTokenOptions, RestoreOptions, SignInOptions } from "./options.ts";

/** The options of a client, with what they say read. */
export interface CheckedClientOptions extends Omit<ClientOptions, "applicationId" | "applicationCredential"> {
  readonly applicationId?: Snowflake | undefined;
  readonly applicationCredential?: CredentialFields | undefined;
}

/** How a client is set up. */
export const readClientOptions: Reader<CheckedClientOptions> = fields<CheckedClientOptions>({
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
});

const authorizeFields: Table<Omit<AuthorizeOptions<Consent>, "redirect">> = {
  signal: optional(abortSignal()),
  timeoutMs: optional(milliseconds()),
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

// The arguments are checked by AuthorizationArgs.
const argumentFields: Table<Omit<AuthorizationInit, "codeChallenge">> = {
  clientId: asItIs(),
  scopes: readScopes,
  state: asItIs(),
  nonce: asItIs(),
  integrationType: asItIs(),
  customSchemeParam: asItIs(),
};

const readAccount = optional(nameOf({ most: 200 }));

/** How a whole sign-in runs. */
export const readSignInOptions: Reader<SignInOptions> = fields<SignInOptions>({
  ...authorizeFields,
  ...argumentFields,
  redirect: optional(oneOf(["auto", ...redirectMethods], "invalid_redirect")),
  onPrompt: optional(callable()),
  account: readAccount,
});

/** Which session is restored. */
export const readRestoreOptions: Reader<RestoreOptions> = fields<RestoreOptions>({
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

/** What every other operation takes. */
export function readSignal(options: CallOptions): AbortSignal | undefined {
  return readCallOptions(options, "options").signal;
}
