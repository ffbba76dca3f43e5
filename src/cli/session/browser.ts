import type { ClientOptions } from "slashpass";
import { misunderstood } from "../frame/failure.ts";
import type { Surroundings } from "../frame/host.ts";

/** A program's name; false for `--no-browser`. */
export type BrowserOption = string | boolean | undefined;

export function isOverSsh(env: Surroundings["env"]): boolean {
  return ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"].some((name) => env[name]);
}

/**
 * The program inherits the whole environment, because the user chose it.
 *
 * @param end - Aborted with a Failure if the program cannot be started, because the library would continue to wait.
 */
export function chosenBrowser(
  browser: BrowserOption,
  end: AbortController,
): Pick<ClientOptions, "openBrowser"> {
  if (browser === false) return { openBrowser: () => undefined };
  if (typeof browser !== "string") return {};
  return {
    openBrowser: async (url) => {
      const { default: open } = await import("open");
      try {
        await open(url, { app: { name: browser } });
      } catch {
        // The error contains the URL.
        end.abort(noBrowser(browser));
      }
    },
  };
}

function noBrowser(name: string) {
  return misunderstood(
    `The browser ${name} could not be started.`,
    "Pass the name or path of an installed browser, or use --no-browser.",
    "browser_unavailable",
  );
}
