import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { waitLimitMs } from "./limits.ts";
import { isQuick } from "./system-parts.ts";

export interface RunOptions {
  readonly cwd?: string | URL;
  readonly env?: NodeJS.ProcessEnv;
  /** The user id under which root runs the program. */
  readonly uid?: number;
  readonly gid?: number;
  /** Whether the program may connect to other machines, as npm does to fetch packages. */
  readonly online?: boolean;
  /** Shorter than the test's own timeout, so that the error names the program. */
  readonly limitMs?: number;
  /** Called with all output so far whenever more arrives. `type` writes to the program's input. */
  readonly respond?: (printed: string, type: (keys: string) => void) => void;
}

export interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Returns the warnings that a program printed, except Node 20.19's warning about experimental Ed25519. */
export function warningsIn(stderr: string): string[] {
  const ofNode = /ExperimentalWarning: The Ed25519|--trace-warnings/;
  return stderr.split("\n").filter((line) => line !== "" && !ofNode.test(line));
}

const hasGroups = process.platform !== "win32";
const endAtNetwork = `--import=${new URL("end-at-network.js", import.meta.url).href}`;
const running = new Set<ChildProcess>();
process.once("exit", () => running.forEach(killGroup));

/** Runs a program until it exits. On timeout, kills the program and its children, and throws an error that names the program. */
export function runProgram(
  program: string,
  args: readonly string[] = [],
  { limitMs = waitLimitMs, respond, ...options }: RunOptions = {},
): Promise<Ended> {
  const stdin = respond ? "pipe" : "ignore";
  const child = spawnGroup(program, args, { ...options, stdio: [stdin, "pipe", "pipe"] });
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      printed[name] += text;
      respond?.(printed.stdout + printed.stderr, (keys) => child.stdin?.write(keys));
    });
  }
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => {
      killGroup(child);
      reject(new Error(`${overdue(program, args, limitMs)} Its output:\n${printed.stdout}${printed.stderr}`));
    }, limitMs);
    child.once("error", reject);
    child.once("close", (status, signal) => {
      clearTimeout(limit);
      resolve({ status, signal, ...printed });
    });
  });
}

/** Returns the output of a program that is expected to succeed. */
export async function outputOf(...run: Parameters<typeof runProgram>): Promise<string> {
  const { status, signal, stdout, stderr } = await runProgram(...run);
  if (status === 0) return stdout;
  throw new Error(
    `${commandLine(run[0], run[1] ?? [])} exited with ${status ?? signal}:\n${stdout}${stderr}`,
  );
}

/** Starts a program that the test must stop with {@link endProgram}. On timeout, kills it and reports its name on standard error. */
export function startProgram(
  program: string,
  args: readonly string[] = [],
  { limitMs = 600_000, ...options }: SpawnOptions & { limitMs?: number } = {},
): ChildProcess {
  const child = spawnGroup(program, args, options);
  const limit = setTimeout(() => {
    process.stderr.write(`${overdue(program, args, limitMs)}\n`);
    killGroup(child);
  }, limitMs).unref();
  child.once("exit", () => clearTimeout(limit));
  return child;
}

/** Kills a program and its children and waits until the program has exited. */
export async function endProgram(child: ChildProcess): Promise<void> {
  const ended = child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined;
  killGroup(child);
  await ended;
}

/** Starts a program in its own process group, so that its children can be killed too. */
function spawnGroup(
  program: string,
  args: readonly string[],
  { online = false, ...options }: SpawnOptions & Pick<RunOptions, "online">,
): ChildProcess {
  if (isQuick && [program, ...args].some((word) => word.includes(process.execPath)))
    throw new Error(
      `Node starts too slowly for a quick run: needs("whole programs"). ${commandLine(program, args)}`,
    );
  const given = options.env ?? process.env;
  // The tests' network namespace has no outside connection, and the service's names resolve to the emulator there.
  const env = online || process.env["SLASHPASS_NAMESPACE"] !== undefined ? given : offline(given);
  const child = spawn(program, args, { ...options, env, detached: hasGroups });
  running.add(child);
  child.once("close", () => running.delete(child));
  return child;
}

/** Restricts Node programs to connections on this machine. */
function offline(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: given = "" } = env;
  return { ...env, NODE_OPTIONS: given.includes(endAtNetwork) ? given : `${given} ${endAtNetwork}`.trim() };
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(hasGroups ? -child.pid : child.pid, "SIGKILL");
  } catch {
    // The whole group has already exited.
  }
}

function overdue(program: string, args: readonly string[], limitMs: number): string {
  return `${commandLine(program, args)} did not exit within ${limitMs / 1_000} s and was killed.`;
}

function commandLine(program: string, args: readonly string[]): string {
  const line = [program, ...args].join(" ");
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
