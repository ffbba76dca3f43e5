import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { EndedBy } from "./ended-by.ts";
import { Failure } from "./failure.ts";
import type { Host } from "./host.ts";

export interface CommandSetting {
  readonly env: Host["env"];
  readonly cwd: string;
  /** Aborted to interrupt the command, which gets the same signal. */
  readonly signal: AbortSignal;
  /** Milliseconds that the command then has to end by itself. Default 5000. */
  readonly graceMs?: number;
}

/**
 * Runs a program of the person, which has the streams of this one, until it ends.
 *
 * @param words - the program and its arguments; no shell reads them.
 * @returns its exit code; as in a shell 128 and the signal's number where a signal ended it.
 * @throws Failure `program_not_started`.
 */
export async function runCommand(words: readonly string[], setting: CommandSetting): Promise<number> {
  const { env, cwd, signal, graceMs = 5_000 } = setting;
  const [file = "", ...rest] = words;
  const child = spawn(file, rest, { stdio: "inherit", env, cwd });
  const kill = () => void child.kill("SIGKILL");
  const stop = () => {
    passOn(child, signal);
    setTimeout(kill, graceMs).unref();
  };
  // Also where this program is ended before it can wait.
  process.once("exit", kill);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await codeOf(child);
  } catch (error) {
    throw notStarted(file, error);
  } finally {
    process.off("exit", kill);
    signal.removeEventListener("abort", stop);
  }
}

function codeOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGKILL"]));
  });
}

/** Ctrl-C at a terminal goes to all of its programs; a second one would make many of them give up at once. */
function passOn(child: ChildProcess, { reason }: AbortSignal): void {
  const signal = reason instanceof EndedBy ? reason.signal : "SIGTERM";
  const isKnown =
    signal === "SIGINT" && [process.stdin, process.stdout, process.stderr].some((one) => one.isTTY);
  if (!isKnown) child.kill(signal);
}

function notStarted(file: string, error: unknown): Failure {
  const { code = "unknown" } = error as { readonly code?: string };
  const reason = code === "ENOENT" ? "there is no such program" : code;
  return new Failure(`The program '${file}' cannot be started: ${reason}.`, {
    code: "program_not_started",
    hint: "Give the name of a program or its path, then its arguments. For a shell command: -- sh -c 'command'.",
  });
}
