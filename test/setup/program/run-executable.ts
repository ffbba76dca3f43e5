import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Ended, runProgram, type RunOptions, startProgram } from "../child-process.ts";

/** The program as it is installed. */
export const executable: string = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));

/** Runs the program as it is installed, with pipes. Of this process's variables it gets only those that are given. */
export function runExecutable(words: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return runProgram(process.execPath, [executable, ...words], { ...options, env: bare(options.env) });
}

/** The same with both streams in one, as somebody reads them: it comes back as `stdout`. */
export function runMixed(words: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const args = ["-c", 'exec "$0" "$@" 2>&1', process.execPath, executable, ...words];
  return runProgram("sh", args, { ...options, env: bare(options.env) });
}

export interface TerminalOptions extends RunOptions {
  readonly columns?: number;
}

/** The same on a pseudo-terminal, by util-linux's `script`; what both streams show comes back as `stdout`. */
export function runOnTerminal(
  words: readonly string[],
  { columns = 80, ...options }: TerminalOptions = {},
): Promise<Ended> {
  return runProgram(...terminalLine(words, columns), { ...options, env: terminalEnv(options.env) });
}

/** The same beside the test; the death of what comes back is that of the terminal. */
export function startOnTerminal(words: readonly string[], { cwd, env }: RunOptions): ChildProcess {
  return startProgram(...terminalLine(words, 80), {
    ...(cwd !== undefined && { cwd }),
    env: terminalEnv(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function terminalLine(words: readonly string[], columns: number): [string, string[]] {
  const typed = [process.execPath, executable, ...words].map(quoted).join(" ");
  const command = `stty cols ${columns} rows 24; exec ${typed}`;
  return ["script", ["--quiet", "--return", "--command", command, "/dev/null"]];
}

function terminalEnv(env: NodeJS.ProcessEnv | undefined): NodeJS.ProcessEnv {
  return { TERM: "xterm-256color", ...bare(env) };
}

function bare(env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], HOME: process.env["HOME"], ...env };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
