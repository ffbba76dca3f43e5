import { type ClientError, ErrorType, isClientError, validationError } from "../../core/errors.ts";

/** Redirect methods for a browser on this machine. */
export type BrowserRedirect = "loopback" | "custom-scheme";

/** All methods of returning to the game. */
export type RedirectMethod = BrowserRedirect | "device";

/** Best first (RFC 8252 Appendix B). */
export const browserRedirectNames: readonly BrowserRedirect[] = ["loopback", "custom-scheme"];

export const redirectMethods: readonly RedirectMethod[] = [...browserRedirectNames, "device"];

/**
 * A game's fixed port is never replaced by another method, and a temporary lack of file descriptors is no reason to register a
 * scheme.
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
 * Best first. `auto` means loopback, custom scheme, device. A custom scheme that the game has set comes first; the device flow
 * does if no browser can be shown.
 *
 * @param canShowBrowser - called for `auto` only.
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
      'Omit it: "auto" chooses a supported method.',
    );
  }
  const inBrowser = namesScheme ? browserRedirectNames.toReversed() : browserRedirectNames;
  return canShowBrowser() ? [...inBrowser, "device"] : ["device", ...inBrowser];
}
