import { misunderstood, type ExitCode, EndedBy, Failure } from "./failure.ts";
import type { Terminal } from "./terminal.ts";
import type { Definition, Parameters, ValuesOf } from "./definition.ts";
import type { Surroundings } from "./host.ts";
import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";

const secretOption =
  /^--?(?:bot-?token|client-?secret|access-?token|refresh-?token|token|secret|password)(?:=|$)/i;

/**
 * Secrets are never taken from arguments, and the value is not repeated.
 *
 * @throws Failure `secret_in_arguments`.
 */
export function refuseSecrets(words: readonly string[]): void {
  const name = ownWords(words)
    .find((word) => secretOption.test(word))
    ?.replace(/=.*/s, "");
  if (name === undefined) return;
  throw misunderstood(
    `${name} cannot be given on the command line: other programs on this machine can read it there, and the shell keeps it in its history.`,
    "Set SLASHPASS_BOT_TOKEN or SLASHPASS_CLIENT_SECRET in the environment, or leave it out: the program then asks for it. Reset the secret that was typed here in the developer portal.",
    "secret_in_arguments",
  );
}

/** A count with its noun. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** The arguments of a command. */
export interface Call<
  O extends Parameters = Parameters,
  A extends Parameters = Parameters,
> extends Surroundings {
  readonly options: ValuesOf<O>;
  readonly arguments: ValuesOf<A>;
  readonly terminal: Terminal;
  /** The words that run this line once more, in another process. */
  readonly again: readonly string[];
}

/** The result of a command. */
export interface Outcome {
  /** The output of `--json`; its schema lies in `schemas`. Left out where another process prints it. */
  readonly result?: Readonly<Record<string, unknown>>;
  /** Default: done. */
  readonly exitCode?: ExitCode;
  /** Work that continues after the result is printed, until it ends by itself or by `signal`; its code is the exit code. */
  readonly lasting?: () => Promise<number>;
}

type Run<O extends Parameters, A extends Parameters> = (call: Call<O, A>) => Promise<Outcome>;

/** A command: its help, and its code. */
export interface Entry {
  readonly definition: Definition;
  readonly load: () => Promise<{ readonly run: (call: Call) => Promise<Outcome> }>;
}

/** Ties a definition to its work, whose parameters it has to fit. */
export function entry<O extends Parameters, A extends Parameters>(
  definition: Definition<O, A>,
  load: () => Promise<{ readonly run: Run<O, A> }>,
): Entry {
  // The values that reach `run` are read by the same definition.
  return { definition, load: load as unknown as Entry["load"] };
}

/** The environment of a command; `signal` is aborted to interrupt the command, which gets the same signal. */
interface CommandSetting extends Surroundings {
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
  signal.throwIfAborted();
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

/** The exit code of a program that was started; as in a shell 128 and the signal's number where a signal ended it. */
export function codeOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGKILL"]));
  });
}

/** Ctrl-C at a terminal goes to all of its programs; a second one would make many of them give up at once. */
function passOn(child: ChildProcess, ended: AbortSignal): void {
  const signal = signalOf(ended);
  const isKnown =
    signal === "SIGINT" && [process.stdin, process.stdout, process.stderr].some((one) => one.isTTY);
  if (!isKnown) child.kill(signal);
}

/** The signal that has ended the program, for the programs that it has started. */
export function signalOf({ reason }: AbortSignal): NodeJS.Signals {
  return reason instanceof EndedBy ? reason.signal : "SIGTERM";
}

function notStarted(file: string, error: unknown): Failure {
  const { code = "unknown" } = error as { readonly code?: string };
  const reason = code === "ENOENT" ? "there is no such program" : code;
  return new Failure(`The program '${file}' cannot be started: ${reason}.`, {
    code: "program_not_started",
    hint: "Give the name of a program or its path, then its arguments. For a shell command: -- sh -c 'command'.",
  });
}

/** The arguments for this program: those after `--` are for another one. */
export function ownWords(words: readonly string[]): readonly string[] {
  const end = words.indexOf("--");
  return end === -1 ? words : words.slice(0, end);
}
