import type { ChildProcess } from "node:child_process";
import { ClientError, ErrorType } from "../errors.ts";
import { wrongArgument } from "../input/reader.ts";

/**
 * Starts a browser on `url`; rejects, or resolves with nothing said, when that did not work. The URL is a link to this machine
 * that forwards to the service once, so it must be opened once and by the browser: a second visit ends the sign-in.
 */
export type OpenBrowser = (url: string) => Promise<void> | void;

/** A launcher that gives up does so within this time; one that stays is showing the page. */
const watchMs = 2_000;

/**
 * Opens the player's own browser (RFC 8252 §8.12 allows no other kind).
 *
 * @throws ClientError `invalid_argument` (ValidationError) for what is no URL; `browser_unavailable` (Disabled) for other
 *   addresses than http and https, and when the launcher says within two seconds that it cannot; a browser that starts
 *   and then shows nothing cannot be noticed.
 */
export async function openSystemBrowser(url: string): Promise<void> {
  if (typeof url !== "string" || !URL.canParse(url)) throw wrongArgument("url", url, "a URL");
  const { protocol } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:")
    throw browserError(`it does not open ${protocol} addresses`);
  const { default: open } = await import("open");
  // The child's object holds the whole URL, so nothing of it may reach an error.
  const launcher = await open(url).catch(() => undefined);
  if (!launcher) throw browserError("no launcher could be started");
  const exitCode = await exitOf(launcher);
  if (exitCode) throw browserError(`the launcher ended with exit code ${exitCode}`);
}

/** The exit code of a launcher that ends within {@link watchMs}. */
function exitOf(launcher: ChildProcess): Promise<number | null | void> {
  // On Windows `open` has waited for the end already.
  if (launcher.exitCode !== null) return Promise.resolve(launcher.exitCode);
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, watchMs);
    timer.unref();
    launcher.once("exit", (code) => {
      clearTimeout(timer);
      resolve(code);
    });
    // Anything that happens to it later is no concern of the game's.
    launcher.on("error", () => undefined);
  });
}

function browserError(reason: string): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "browser_unavailable",
    message: `No browser could be started: ${reason}.`,
    hint: "Show the URL from onAuthorizeUrl to the player, who can open it in any browser on this machine.",
  });
}
