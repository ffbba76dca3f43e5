import type { Host, Surroundings } from "./host.ts";
import { runCommand } from "./run-command.ts";

/** Whether requests are printed: the library prints them when `NODE_DEBUG` names it. */
export function isVerbose({ NODE_DEBUG = "" }: Surroundings["env"]): boolean {
  return /\bslashpass\b/i.test(NODE_DEBUG);
}

/**
 * Runs the program in a process of its own that prints them, since Node reads `NODE_DEBUG` at its start alone.
 *
 * @param words - of its line.
 * @returns its exit code.
 */
export function runVerbosely(
  words: readonly string[],
  setting: Surroundings & Pick<Host, "program">,
): Promise<number> {
  const { NODE_DEBUG } = setting.env;
  const env = { ...setting.env, NODE_DEBUG: NODE_DEBUG ? `${NODE_DEBUG},slashpass` : "slashpass" };
  return runCommand([...setting.program, ...words], { ...setting, env });
}
