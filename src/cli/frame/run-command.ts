import { misunderstood, type ExitCode, EndedBy, Failure } from "./failure.ts";
import { ownWords } from "./command-line.ts";
import { isPainted, type Terminal } from "./terminal.ts";
import type { Definition, Parameters, ValuesOf } from "./definition.ts";
import type { Host } from "./run-program.ts";
import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";

/** The text with every secret hidden. Longer ones first, since one may lie inside another. */
export function withoutSecrets(text: string, secrets: ReadonlySet<string>): string {
  return [...secrets]
    .toSorted((one, other) => other.length - one.length)
    .reduce((shown, secret) => shown.replaceAll(secret, "[hidden]"), text);
}

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

// What a terminal would obey, or what turns the direction of the text around it.
const obeyed = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu;
const colourOrObeyed = new RegExp(`\\u001B\\[[\\d;]*m|${obeyed.source}`, "gu");

/** Text from outside, made harmless for a terminal: invisible characters are written as escapes. */
export function shown(text: string): string {
  return text.replaceAll(obeyed, escaped);
}

/**
 * The same for all that the program writes, whose lines stay lines. What comes from outside has gone through {@link shown}
 * already; what has not does no harm.
 *
 * @param isColoured - whether the program's own colours stay.
 */
export function printable(text: string, isColoured: boolean): string {
  return text.replaceAll(colourOrObeyed, (found) => {
    if (found === "\n" || (isColoured && isPainted(found))) return found;
    return shown(found);
  });
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** A count with its noun. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** What a command is given. */
export interface Call<O extends Parameters = Parameters, A extends Parameters = Parameters> {
  readonly options: ValuesOf<O>;
  readonly arguments: ValuesOf<A>;
  readonly terminal: Terminal;
  readonly env: Host["env"];
  readonly own?: Host["own"];
  /** The folder in which it was typed. */
  readonly cwd: string;
  /** Aborted by Ctrl-C; the command then ends, and says what state it leaves. */
  readonly signal: AbortSignal;
}

/** What a command has done. */
export interface Outcome {
  /** What `--json` prints; its schema lies in `schemas`. */
  readonly result: Readonly<Record<string, unknown>>;
  /** Default: done. */
  readonly exitCode?: ExitCode;
  /** Work that continues after the result is printed, until it ends by itself or by `signal`; its code is the exit code. */
  readonly lasting?: () => Promise<number>;
}

export type Run<O extends Parameters, A extends Parameters> = (call: Call<O, A>) => Promise<Outcome>;

/** A command: what its help says, and where its work is. */
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
