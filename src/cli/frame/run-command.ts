import { EndedBy, type ExitCode, Failure } from "./failure.ts";
import type { Terminal } from "./terminal.ts";
import type { Definition, Parameters, ValuesOf } from "./definition.ts";
import type { Surroundings } from "./host.ts";
import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

export interface Call<
  O extends Parameters = Parameters,
  A extends Parameters = Parameters,
> extends Surroundings {
  readonly options: ValuesOf<O>;
  readonly arguments: ValuesOf<A>;
  readonly terminal: Terminal;
  /** The command line that runs the same command in another process. */
  readonly again: readonly string[];
}

export interface Outcome {
  /** The `--json` output; see `scripts/schemas/output.ts`. Omitted if another process prints it. */
  readonly result?: Readonly<Record<string, unknown>>;
  readonly exitCode?: ExitCode;
  /** Work that continues after the result is printed, until it completes or `signal` aborts. Returns the exit code. */
  readonly lasting?: () => Promise<number>;
}

type Run<O extends Parameters, A extends Parameters> = (call: Call<O, A>) => Promise<Outcome>;

export interface Entry {
  readonly definition: Definition;
  readonly load: () => Promise<{ readonly run: (call: Call) => Promise<Outcome> }>;
}

export function entry<O extends Parameters, A extends Parameters>(
  definition: Definition<O, A>,
  load: () => Promise<{ readonly run: Run<O, A> }>,
): Entry {
  return { definition, load: load as unknown as Entry["load"] };
}

type RunOf<D> = D extends Definition<infer O, infer A> ? Run<O, A> : never;

/** Returns a group's entries. `load` returns a module that exports one function per definition, with the same name. */
export function entriesOf<D extends Readonly<Record<string, Definition>>>(
  definitions: D,
  load: () => Promise<{ readonly [Name in keyof D]: RunOf<D[Name]> }>,
): readonly Entry[] {
  return Object.entries(definitions).map(([name, definition]) =>
    entry(definition, async () => ({ run: (await load())[name] as unknown as Run<Parameters, Parameters> })),
  );
}

interface CommandSetting extends Surroundings {
  /** Milliseconds between the signal and SIGKILL. Default 5000. */
  readonly graceMs?: number;
}

/**
 * @param words - The program and its arguments; no shell is involved.
 * @returns its exit code, or 128 plus the signal number if a signal terminated it, as in shells.
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

export function codeOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGKILL"]));
  });
}

/** A terminal already sends Ctrl-C to the child, and many programs abort on a second signal. */
function passOn(child: ChildProcess, ended: AbortSignal): void {
  const signal = signalOf(ended);
  const isKnown =
    signal === "SIGINT" && [process.stdin, process.stdout, process.stderr].some((one) => one.isTTY);
  if (!isKnown) child.kill(signal);
}

export function signalOf({ reason }: AbortSignal): NodeJS.Signals {
  return reason instanceof EndedBy ? reason.signal : "SIGTERM";
}

function notStarted(file: string, error: unknown): Failure {
  const { code = "unknown" } = error as { readonly code?: string };
  const reason = code === "ENOENT" ? "there is no such program" : code;
  return new Failure(`The program '${file}' cannot be started: ${reason}.`, {
    code: "program_not_started",
    hint: "Pass the name or path of a program, then its arguments. For a shell command, use -- sh -c 'command'.",
  });
}
