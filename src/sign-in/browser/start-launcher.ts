import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import open from "open";
import { guarded } from "../../core/check/callback.ts";
import { childEnvironment } from "../../core/child-environment.ts";
import { release } from "node:os";
import { isWsl } from "../../core/wsl.ts";

/** A launcher that fails exits within this time. */
const watchMs = 2_000;

interface Launcher {
  readonly name: string;
  readonly start: (url: string) => Promise<ChildProcess>;
}

/**
 * Kept in a separate module, because bundles for runtimes other than Node.js must not contain it.
 *
 * @returns The failures, without the URL.
 */
export async function startLauncher(url: string): Promise<string | undefined> {
  const failures: string[] = [];
  for (const { name, start } of launchersHere()) {
    const failure = await tryLauncher(start(url));
    if (failure === undefined) return undefined;
    failures.push(`${name} ${failure}`);
  }
  return failures.join("; ");
}

function launchersHere(): readonly Launcher[] {
  // `open` does not accept an environment. macOS and WSL do not need one, and browsers on Windows ignore the game's variables.
  if (process.platform !== "linux" || isWsl(process.platform, process.env, release()))
    return [{ name: "the system's launcher", start: (url) => open(url) }];
  const bundled = bundledXdgOpen();
  return [
    // Comes first, because in a Snap, in Steam's runtime and in containers, it is a wrapper that reaches the host.
    linuxLauncher("xdg-open", ["xdg-open"]),
    ...(bundled === undefined ? [] : [linuxLauncher("the bundled xdg-open", [bundled])]),
    // Without a display, xdg-open looks for a text browser, whereas gio can still reach the desktop over D-Bus.
    linuxLauncher("gio open", ["gio", "open"]),
  ];
}

/** Returns `undefined` if the game's bundle lacks it. */
function bundledXdgOpen(): string | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve("open")), "xdg-open");
  } catch {
    return undefined;
  }
}

function linuxLauncher(name: string, [file = "", ...args]: readonly string[]): Launcher {
  return { name, start: (url) => startDetached(file, [...args, url]) };
}

/** Detached, because the browser must not exit with the game or keep it alive. */
async function startDetached(file: string, args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(file, args, { stdio: "ignore", detached: true, env: childEnvironment() });
  child.unref();
  await once(child, "spawn");
  return child;
}

async function tryLauncher(starting: Promise<ChildProcess>): Promise<string | undefined> {
  // Discards the error, which contains the full URL.
  const launcher = await starting.catch(() => undefined);
  if (!launcher) return "could not be started";
  await exitOf(launcher);
  const { exitCode, signalCode } = launcher;
  if (signalCode) return `was terminated by ${signalCode}`;
  return exitCode ? `exited with code ${exitCode}` : undefined;
}

/** Also resolves after two seconds. The launcher's exit code and signal are then null. */
function exitOf(launcher: ChildProcess): Promise<void> {
  // On Windows, `open` has already waited for the launcher to exit.
  if (launcher.exitCode !== null || launcher.signalCode) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, watchMs);
    timer.unref();
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    launcher.once("exit", guarded(end, end));
    launcher.on("error", () => undefined);
  });
}
