import { type ChildProcess, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import open from "open";
import { guarded } from "../../core/check/callback.ts";
import { childEnvironment } from "../../core/child-environment.ts";

/** A launcher that fails exits within this time; a launcher that still runs shows the page. */
const watchMs = 2_000;

/** A program that opens an address. */
interface Launcher {
  /** Its name in errors. */
  readonly name: string;
  readonly start: (url: string) => Promise<ChildProcess>;
}

/**
 * Passes an address to the system, which starts the program for it. In a file of its own, loaded on first use: bundles for
 * runtimes other than Node must not contain it.
 *
 * @param isWsl - whether Windows' launcher is used on Linux. This module must not import the detection, which its loader imports.
 * @returns why each launcher failed, if none worked within two seconds; the address is not quoted.
 */
export async function startLauncher(url: string, isWsl: boolean): Promise<string | undefined> {
  const failures: string[] = [];
  for (const { name, start } of launchersHere(isWsl)) {
    const failure = await tryLauncher(start(url));
    if (failure === undefined) return undefined;
    failures.push(`${name} ${failure}`);
  }
  return failures.join("; ");
}

function launchersHere(isWsl: boolean): readonly Launcher[] {
  // `open` takes no environment. macOS starts the browser from the desktop and WSL from Windows; Windows itself may pass on
  // the game's variables, of which browsers read none.
  if (process.platform !== "linux" || isWsl)
    return [{ name: "the system's launcher", start: (url) => open(url) }];
  const bundled = bundledXdgOpen();
  return [
    // First the system's own: in a Snap, in Steam's runtime and in containers it is a wrapper that reaches the host.
    linuxLauncher("xdg-open", ["xdg-open"]),
    ...(bundled === undefined ? [] : [linuxLauncher("the bundled xdg-open", [bundled])]),
    // Without a display xdg-open looks for a text browser, and gio still reaches the desktop over its bus.
    linuxLauncher("gio open", ["gio", "open"]),
  ];
}

/** The script in the package `open`. A bundle of the game may not contain it. */
function bundledXdgOpen(): string | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve("open")), "xdg-open");
  } catch {
    return undefined;
  }
}

function linuxLauncher(name: string, [file = "", ...words]: readonly string[]): Launcher {
  return { name, start: (url) => startDetached(file, [...words, url]) };
}

/** The browser must neither end with the game nor keep it alive. */
function startDetached(file: string, words: readonly string[]): Promise<ChildProcess> {
  const child = spawn(file, words, { stdio: "ignore", detached: true, env: childEnvironment() });
  child.unref();
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once(
      "spawn",
      guarded(() => resolve(child), reject),
    );
  });
}

async function tryLauncher(starting: Promise<ChildProcess>): Promise<string | undefined> {
  // The child's object and errors contain the whole address, so nothing of them may reach an error.
  const launcher = await starting.catch(() => undefined);
  if (!launcher) return "could not be started";
  const { exitCode, signalCode } = await watch(launcher);
  if (signalCode) return `was ended by ${signalCode}`;
  return exitCode ? `ended with exit code ${exitCode}` : undefined;
}

/** How a launcher ended: with neither value if it still runs after {@link watchMs}. */
interface LauncherEnd {
  readonly exitCode: number | null;
  readonly signalCode: NodeJS.Signals | null;
}

function watch(launcher: ChildProcess): Promise<LauncherEnd> {
  // On Windows `open` has already waited for the exit.
  if (launcher.exitCode !== null || launcher.signalCode) return Promise.resolve(launcher);
  return new Promise((resolve) => {
    const stillRuns = () => resolve({ exitCode: null, signalCode: null });
    const timer = setTimeout(stillRuns, watchMs);
    timer.unref();
    const end = (exitCode: number | null, signalCode: NodeJS.Signals | null) => {
      clearTimeout(timer);
      resolve({ exitCode, signalCode });
    };
    launcher.once("exit", guarded(end, stillRuns));
    // The game does not care what happens to the launcher later.
    launcher.on("error", () => undefined);
  });
}
