import { execFile } from "node:child_process";
import { detectSurroundings, type Surrounding } from "../../sign-in/browser/environment.ts";
import { type AddonOrigin, addonOrigin } from "../../native/load.ts";
import type { SchemeName } from "../../sign-in/redirect/custom-scheme-name.ts";
import {
  type RedirectSchemeStatus,
  redirectSchemeStatus,
} from "../../sign-in/redirect/custom-scheme-registration.ts";
import { isKeychainLocked } from "../../store/secret-service/secret-service.ts";

/** What the checks ask this machine; injected, so that every machine can be tested on one. Opens no window. */
export interface LocalMachine {
  readonly platform: NodeJS.Platform;
  /** Milliseconds since 1970. */
  now(): number;
  surroundings(): readonly Surrounding[];
  /** What opens web pages: undefined where nothing is set, `unknown` where nobody can be asked. */
  defaultBrowser(signal: AbortSignal): Promise<string | undefined>;
  addon(): AddonOrigin;
  schemeStatus(scheme: SchemeName): RedirectSchemeStatus;
  /** Whether using the keychain would show the player a dialog, as far as that can be told beforehand. */
  isKeychainLocked(signal: AbortSignal): Promise<boolean>;
}

/** What {@link LocalMachine.defaultBrowser} gives where it cannot be found out. */
export const unknownBrowser = "unknown";

/** The machine that this process runs on. */
export const thisMachine: LocalMachine = {
  platform: process.platform,
  now: () => Date.now(),
  surroundings: () => detectSurroundings(),
  defaultBrowser: (signal) => findBrowser(process.env["BROWSER"], process.platform, "xdg-settings", signal),
  addon: addonOrigin,
  schemeStatus: ({ applicationId, scheme }) => redirectSchemeStatus({ applicationId, scheme }),
  isKeychainLocked: async (signal) => process.platform === "linux" && isKeychainLocked(signal),
};

/**
 * On Linux the desktop is asked; Windows and macOS always have a browser.
 *
 * @param tool - the desktop's, which prints a name and shows nothing.
 */
export async function findBrowser(
  variable: string | undefined,
  platform: NodeJS.Platform,
  tool: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (platform === "win32" || platform === "darwin") return "the system's own choice";
  if (variable) return "the program in BROWSER";
  return new Promise((resolve) => {
    execFile(tool, ["get", "default-web-browser"], { signal, timeout: 5_000 }, (error, stdout) => {
      const name = stdout.trim();
      if (name !== "") resolve(name);
      else resolve((error as NodeJS.ErrnoException | null)?.code === "ENOENT" ? unknownBrowser : undefined);
    });
  });
}
