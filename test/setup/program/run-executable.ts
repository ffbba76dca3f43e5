import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type Ended, runProgram, type RunOptions, startProgram } from "../child-process.ts";

export const executable: string = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));

/** Runs the built program with pipes. The program inherits no environment variables. */
export function runExecutable(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return runProgram(process.execPath, [executable, ...args], { ...options, env: bare(options.env) });
}

interface TerminalOptions extends RunOptions {
  readonly columns?: number;
}

/** Like {@link runExecutable}, but on a pseudo-terminal created by util-linux's `script`. `stdout` contains both streams. */
export function runOnTerminal(
  args: readonly string[],
  { columns = 80, ...options }: TerminalOptions = {},
): Promise<Ended> {
  return runProgram(...terminalLine(args, columns), { ...options, env: terminalEnv(options.env) });
}

/** Like {@link runOnTerminal}, but does not wait. Killing the returned process closes the terminal. */
export function startOnTerminal(args: readonly string[], { cwd, env }: RunOptions): ChildProcess {
  return startProgram(...terminalLine(args, 80), {
    ...(cwd !== undefined && { cwd }),
    env: terminalEnv(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
}

function terminalLine(args: readonly string[], columns: number): [string, string[]] {
  const typed = [process.execPath, executable, ...args].map(quoted).join(" ");
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
