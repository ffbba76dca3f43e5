import { validationError } from "../core/errors.ts";

interface OptionRow {
  readonly option: string;
  readonly http: string;
  readonly library: string;
  /** Whether the option is rejected because the library would ignore it. */
  readonly isRejected?: true;
}

/** How each backend treats the options of `Client`, `Authorize` and `signIn`. */
export const optionTable: readonly OptionRow[] = [
  { option: "applicationId", http: "names the application", library: "same" },
  { option: "apiBase", http: "the API's address", library: "same, if the library accepts it" },
  { option: "webBase", http: "the pages' address", library: "same, if the library accepts it" },
  { option: "store", http: "stores the session", library: "same" },
  { option: "addonPath", http: "finds the addon", library: "finds both addons" },
  { option: "applicationCredential", http: "for commands and api", library: "same" },
  { option: "exchangeCode", http: "exchanges codes on your server", library: "same" },
  { option: "refreshToken", http: "refreshes tokens on your server", library: "same" },
  { option: "backend", http: "omitted", library: "socialSdk()" },
  { option: "fetch", http: "sends the requests", library: "sends its own requests", isRejected: true },
  { option: "openBrowser", http: "opens the page", library: "opens its own page", isRejected: true },
  { option: "loopback", http: "sets the port", library: "chooses its own port", isRejected: true },
  { option: "page", http: "the page after the redirect", library: "shows its own page", isRejected: true },
  { option: "clientId", http: "overrides applicationId", library: "same" },
  { option: "scopes", http: "requested", library: "same" },
  { option: "state", http: "sent and checked", library: "same" },
  { option: "nonce", http: "sent and checked", library: "sent; the code is exchanged over HTTP" },
  { option: "codeChallenge", http: "sent", library: "same" },
  { option: "integrationType", http: "sent", library: "sent, from release 1.4" },
  { option: "customSchemeParam", http: "the redirect's scheme", library: "sent, from release 1.5" },
  { option: "signal", http: "aborts", library: "same" },
  { option: "timeoutMs", http: "ends the wait for the player", library: "same" },
  { option: "account", http: "names the stored session", library: "same" },
  { option: "guest", http: "merges the guest", library: "same" },
  { option: "onPrompt", http: "shows the device code", library: "same, over HTTP" },
  { option: "preflight", http: "checks the page first", library: "has no page to check", isRejected: true },
  {
    option: "onAuthorizeUrl",
    http: "receives the URL",
    library: "does not return the URL",
    isRejected: true,
  },
  {
    option: "onIgnoredRedirect",
    http: "reports other redirects",
    library: "does not report redirects",
    isRejected: true,
  },
  {
    option: "onManualRedirect",
    http: "accepts a pasted URL",
    library: "does not accept one",
    isRejected: true,
  },
  {
    option: "consent",
    http: "chooses the browser or desktop client",
    library: "makes this choice itself",
    isRejected: true,
  },
  { option: "onConsent", http: "reports the choice", library: "does not report it", isRejected: true },
  {
    option: "redirect",
    http: "chooses the redirect",
    library: 'chooses the redirect itself, except for "device"',
    isRejected: true,
  },
];

/** @throws ClientError `unsupported_option` (ValidationError) for the first option that the library cannot honor. */
export function refuseOptions(options: object): void {
  const given: Readonly<Record<string, unknown>> = { ...options };
  const refused = optionTable.find(({ option, isRejected }) => isRejected && isUsed(option, given[option]));
  if (!refused) return;
  throw validationError(
    "unsupported_option",
    `options.${refused.option} cannot be used with the Social SDK: the library ${refused.library}.`,
    `Omit ${refused.option}, or omit the backend option.`,
  );
}

function isUsed(option: string, value: unknown): boolean {
  return value !== undefined && !(option === "redirect" && value === "device");
}
