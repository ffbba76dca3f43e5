// The symbol as such, since some of this also runs where there is no node:util.
const custom = Symbol.for("nodejs.util.inspect.custom");

/** Stands where a secret is. */
export const hidden: object = { [custom]: () => "[hidden]" };

/** {@link hidden} where there is a secret; nothing where there is none. */
export function hiddenIf(secret: unknown): object | undefined {
  return secret === undefined ? undefined : hidden;
}

/**
 * Makes `util.inspect`, and so `console.log`, show the result of `shown` for `object` and for every object with that prototype,
 * without undefined fields. Asked for hidden properties or getters, it would otherwise show the secrets there.
 */
export function inspectAs<T extends object>(object: T, shown: (object: T) => object): void {
  Object.defineProperty(object, custom, {
    value(this: T, _depth: number, options: object, inspect: (value: object, options: object) => string) {
      const name = nameOf(this);
      const fields = fieldsOf(() => shown(this));
      if (!fields) return `[${name || "Object"} without content]`;
      return `${name === "" ? "" : `${name} `}${inspect(withoutUndefined(fields), options)}`;
    },
  });
}

/** Undefined for the prototype itself and for objects made from it without the constructor: they have no fields to read. */
function fieldsOf(shown: () => object): object | undefined {
  try {
    return shown();
  } catch {
    return undefined;
  }
}

/** Empty for a plain object. */
function nameOf(object: object): string {
  const { name } = (object as { readonly constructor?: { readonly name?: unknown } }).constructor ?? {};
  return typeof name === "string" && name !== "Object" ? name : "";
}

function withoutUndefined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

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
