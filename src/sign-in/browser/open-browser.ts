import { ClientError, ErrorType } from "../../core/errors.ts";
import { wrongArgument } from "../../core/check/readers.ts";
import { loadOnce } from "../../core/lazy.ts";
import { detectEnvironments } from "./environment.ts";

/**
 * Opens `url` in a browser. Rejects if it detects that this failed. The URL is a link to this machine that redirects to the
 * service once. A second visit ends the sign-in, so open the link exactly once, and only in the browser.
 *
 * @stable
 */
export type OpenBrowser = (url: string) => Promise<void> | void;

const loadLauncher = loadOnce(() => import("./start-launcher.ts"));

/**
 * Opens the player's own browser, as RFC 8252 §8.12 requires.
 *
 * @stable
 * @throws ClientError `invalid_argument` (ValidationError) if `url` is not a URL; `browser_unavailable` (Disabled) if the scheme
 *   is not http or https, if there is no display, or if the launcher fails within two seconds. A browser that starts but shows
 *   nothing cannot be detected.
 */
export async function openSystemBrowser(url: string): Promise<void> {
  if (typeof url !== "string" || !URL.canParse(url)) throw wrongArgument("url", url, "a URL");
  const { protocol } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") throw browserError(`${protocol} URLs are not supported`);
  // Without a display, launchers fail silently.
  if (detectEnvironments().includes("no-display"))
    throw browserError("this machine has no display (DISPLAY, WAYLAND_DISPLAY and BROWSER are not set)");
  const { startLauncher } = await loadLauncher();
  const failure = await startLauncher(url);
  if (failure !== undefined) throw browserError(failure);
}

export function browserError(
  reason: string,
  hint = "Show the player the URL from onAuthorizeUrl, to open in any browser on this machine.",
): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "browser_unavailable",
    message: `No browser could be started: ${reason}.`,
    hint,
  });
}
