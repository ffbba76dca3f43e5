type Write = ((format: string, text: string) => void) & { readonly enabled?: boolean };

/** A module of Node; undefined where there is none. It is not imported, so that bundles for other runtimes know nothing of it. */
export function builtinModule(name: string): unknown {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  return process?.getBuiltinModule?.(name);
}

let opened: Write | "off" | undefined;

/**
 * Prints a line to standard error where the environment variable NODE_DEBUG names `slashpass` (Node.js, `util.debuglog`).
 * Elsewhere it costs a comparison. Nothing is imported for it, so that edge runtimes can load this.
 *
 * @param line - called only then; its result must hold no secret, since nothing filters it.
 */
export function debug(line: () => string): void {
  writer()?.("%s", line());
}

/** Whether the environment variable NODE_DEBUG names `slashpass`. */
export function isDebugging(): boolean {
  return writer() !== undefined;
}

function writer(): Write | undefined {
  opened ??= open() ?? "off";
  return opened === "off" ? undefined : opened;
}

function open(): Write | undefined {
  // Deno would ask its user whether the environment may be read.
  if ((globalThis as { Deno?: unknown }).Deno !== undefined) return undefined;
  try {
    const util = builtinModule("node:util") as { debuglog?: (section: string) => Write } | undefined;
    const write = util?.debuglog?.("slashpass");
    return write?.enabled === true ? write : undefined;
  } catch {
    return undefined;
  }
}
