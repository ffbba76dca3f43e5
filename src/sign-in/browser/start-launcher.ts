import type { ChildProcess } from "node:child_process";
import open from "open";
import { guarded } from "../../core/check/callback.ts";

/** A failing launcher ends within this time; a launcher that still runs shows the page. */
const watchMs = 2_000;

/**
 * Hands an address to the system, which starts the program for it. Loaded on first use, with its imports: a file of its own,
 * since bundles for runtimes other than Node must not hold it.
 *
 * @returns the reason of a failure, if the launcher reports one within two seconds; nothing of it quotes the address.
 */
export async function startLauncher(url: string): Promise<string | undefined> {
  const trouble = await tryLauncher(url);
  if (trouble === undefined || process.platform !== "linux") return trouble;
  // Without a display xdg-open looks for a text browser, where gio still reaches the desktop over its bus.
  return tryLauncher(url, { app: { name: "gio", arguments: ["open"] } }).then((second) => second && trouble);
}

async function tryLauncher(url: string, how?: Parameters<typeof open>[1]): Promise<string | undefined> {
  // The child's object holds the whole URL, so nothing of it may reach an error.
  const launcher = await (how ? open(url, how) : open(url)).catch(() => undefined);
  if (!launcher) return "no launcher could be started";
  const exitCode = await exitOf(launcher);
  return exitCode ? `the launcher ended with exit code ${exitCode}` : undefined;
}

/** The exit code of a launcher that ends within {@link watchMs}. */
function exitOf(launcher: ChildProcess): Promise<number | null | void> {
  // On Windows `open` has waited for the end already.
  if (launcher.exitCode !== null) return Promise.resolve(launcher.exitCode);
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, watchMs);
    timer.unref();
    const end = (code: number | null) => {
      clearTimeout(timer);
      resolve(code);
    };
    launcher.once(
      "exit",
      guarded(end, () => resolve()),
    );
    // Anything that happens to it later is no concern of the game's.
    launcher.on("error", () => undefined);
  });
}
