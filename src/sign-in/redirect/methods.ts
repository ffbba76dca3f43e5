import type { Log } from "../../log/logger.ts";
import type { SchemeName } from "./custom-scheme-name.ts";
import { openCustomScheme } from "./custom-scheme.ts";
import type { Loopback } from "./loopback.ts";
import type { RedirectReceiver } from "./receiver.ts";
import { type ClientError, ErrorType, isClientError, validationError } from "../../core/errors.ts";

/** The outside parts that a redirect receiver needs. */
export interface RedirectContext {
  readonly loopback: Loopback;
  readonly scheme: SchemeName;
  readonly log: Log;
}

/** How each way back that a browser on this machine can take is opened. */
export const browserRedirects = {
  loopback: ({ loopback }: RedirectContext): Promise<RedirectReceiver> => loopback.openReceiver(),
  "custom-scheme": ({ scheme, log }: RedirectContext): Promise<RedirectReceiver> =>
    openCustomScheme(scheme, log),
} as const;

/** The ways back from the browser of this machine. */
export type BrowserRedirect = keyof typeof browserRedirects;

/** The ways back to the game. */
export type RedirectMethod = BrowserRedirect | "device";

export const browserRedirectNames: readonly BrowserRedirect[] = Object.keys(
  browserRedirects,
) as BrowserRedirect[];

export const redirectMethods: readonly RedirectMethod[] = [...browserRedirectNames, "device"];

/** The order of `auto` in a browser, the best first (RFC 8252 Appendix B). A new way back joins it only if it is added here. */
const automatic: readonly BrowserRedirect[] = ["loopback", "custom-scheme"];

/**
 * Whether another method may be tried after `error`. A port that the game has chosen is never replaced by another method, and a
 * lack of file descriptors, which passes, does not register a scheme.
 */
export function mayTryAnother(error: unknown): error is ClientError {
  return (
    isClientError(error) &&
    error.type === ErrorType.Disabled &&
    error.code !== "port_unavailable" &&
    error.code !== "too_many_files"
  );
}

/**
 * The ways to try, best first. `auto` is loopback, custom scheme, device; a game that names a custom scheme wants that
 * first. Where no browser can be shown on this machine the device flow comes before both.
 *
 * @param wanted - the game's choice; default `auto`.
 * @param canShowBrowser - whether the player can see a browser beside the game; asked for `auto` only.
 * @throws ClientError `invalid_redirect` (ValidationError).
 */
export function chooseRedirect(
  wanted: RedirectMethod | "auto" | undefined,
  { namesScheme }: { readonly namesScheme: boolean },
  canShowBrowser: () => boolean,
): readonly RedirectMethod[] {
  if (wanted !== undefined && wanted !== "auto") {
    if (redirectMethods.includes(wanted)) return [wanted];
    throw validationError(
      "invalid_redirect",
      `redirect is not one of "auto", ${redirectMethods.map((name) => `"${name}"`).join(", ")}.`,
      'Leave it out: "auto" picks what the machine allows.',
    );
  }
  const inBrowser = namesScheme ? [...new Set<BrowserRedirect>(["custom-scheme", ...automatic])] : automatic;
  return canShowBrowser() ? [...inBrowser, "device"] : ["device", ...inBrowser];
}
