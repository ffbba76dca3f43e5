import { validationError } from "../core/errors.ts";

/** The options that the library would ignore, and what it does instead. */
export const rejectedOptions: Readonly<Record<string, string>> = {
  fetch: "sends its own requests",
  openBrowser: "opens its own page",
  loopback: "chooses its own port",
  page: "shows its own page",
  preflight: "has no page to check",
  onAuthorizeUrl: "does not return the URL",
  onIgnoredRedirect: "does not report redirects",
  onManualRedirect: "does not accept one",
  consent: "makes this choice itself",
  onConsent: "does not report it",
  redirect: 'chooses the redirect itself, except for "device"',
};

/** @throws ClientError `unsupported_option` (ValidationError) for the first option that the library cannot honor. */
export function refuseOptions(options: object): void {
  const given: Readonly<Record<string, unknown>> = { ...options };
  const refused = Object.keys(rejectedOptions).find((option) => isUsed(option, given[option]));
  if (refused === undefined) return;
  throw validationError(
    "unsupported_option",
    `options.${refused} cannot be used with the Social SDK: the library ${rejectedOptions[refused]}.`,
    `Omit ${refused}, or omit the backend option.`,
  );
}

function isUsed(option: string, value: unknown): boolean {
  return value !== undefined && !(option === "redirect" && value === "device");
}
