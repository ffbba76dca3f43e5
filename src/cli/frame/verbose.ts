import type { Host, Surroundings } from "./host.ts";
import { runCommand } from "./run-command.ts";

/** The library logs requests if `NODE_DEBUG` contains its name. */
export function isVerbose({ NODE_DEBUG = "" }: Surroundings["env"]): boolean {
  return /\bslashpass\b/i.test(NODE_DEBUG);
}

/** Runs in a child process, since Node reads `NODE_DEBUG` only at startup. */
export function runVerbosely(
  words: readonly string[],
  setting: Surroundings & Pick<Host, "program">,
): Promise<number> {
  const { NODE_DEBUG } = setting.env;
  const env = { ...setting.env, NODE_DEBUG: NODE_DEBUG ? `${NODE_DEBUG},slashpass` : "slashpass" };
  return runCommand([...setting.program, ...words], { ...setting, env });
}
