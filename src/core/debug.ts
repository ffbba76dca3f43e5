type Write = ((format: string, text: string) => void) & { readonly enabled?: boolean };

/** Returns a Node.js module, or `undefined` in other runtimes. An import would break bundles for those runtimes. */
export function builtinModule(name: string): unknown {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  return process?.getBuiltinModule?.(name);
}

let opened: Write | "off" | undefined;

/**
 * Prints a line to standard error if NODE_DEBUG includes `slashpass` (Node.js, `util.debuglog`).
 *
 * @param line - Called only if debugging is enabled. Must not return secrets.
 */
export function debug(line: () => string): void {
  writer()?.("%s", line());
}

export function isDebugging(): boolean {
  return writer() !== undefined;
}

function writer(): Write | undefined {
  opened ??= open() ?? "off";
  return opened === "off" ? undefined : opened;
}

function open(): Write | undefined {
  // Deno would prompt for permission to read the environment.
  if ((globalThis as { Deno?: unknown }).Deno !== undefined) return undefined;
  try {
    const util = builtinModule("node:util") as { debuglog?: (section: string) => Write } | undefined;
    const write = util?.debuglog?.("slashpass");
    return write?.enabled === true ? write : undefined;
  } catch {
    return undefined;
  }
}
