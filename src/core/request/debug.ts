type Write = ((format: string, text: string) => void) & { readonly enabled?: boolean };

/** The parts of Node that are used, if this runs in Node. */
interface Runtime {
  readonly Deno?: unknown;
  readonly process?: {
    getBuiltinModule?: (name: string) => { readonly debuglog?: (section: string) => Write } | undefined;
  };
}

let opened: Write | "off" | undefined;

/**
 * Prints a line to standard error where the environment variable NODE_DEBUG names `slashpass` (Node.js, `util.debuglog`).
 * Elsewhere it costs a comparison. Nothing is imported for it, so that edge runtimes can load this.
 *
 * @param line - called only then; what it returns must hold no secret, since nothing filters it.
 */
export function debug(line: () => string): void {
  opened ??= open() ?? "off";
  if (opened !== "off") opened("%s", line());
}

export function open(): Write | undefined {
  const { process, Deno } = globalThis as Runtime;
  // It would ask its user whether the environment may be read.
  if (Deno !== undefined) return undefined;
  try {
    const write = process?.getBuiltinModule?.("node:util")?.debuglog?.("slashpass");
    return write?.enabled === true ? write : undefined;
  } catch {
    return undefined;
  }
}
