import type { Surroundings } from "./host.ts";
import { runCommand } from "./run-command.ts";

/** Whether requests are printed: the library prints them when `NODE_DEBUG` names it. */
export function isVerbose({ NODE_DEBUG = "" }: Surroundings["env"]): boolean {
  return /\bslashpass\b/i.test(NODE_DEBUG);
}

/**
 * Runs the program in a process of its own that prints them, since Node reads `NODE_DEBUG` at its start alone.
 *
 * @param program - the file of the program, and the words of its line.
 * @returns its exit code.
 */
export function runVerbosely(program: readonly string[], setting: Surroundings): Promise<number> {
  const { NODE_DEBUG } = setting.env;
  const env = { ...setting.env, NODE_DEBUG: NODE_DEBUG ? `${NODE_DEBUG},slashpass` : "slashpass" };
  return runCommand([process.execPath, ...process.execArgv, ...program], { ...setting, env });
}
