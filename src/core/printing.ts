// The symbol as such, since some of this also runs where there is no node:util.
const custom = Symbol.for("nodejs.util.inspect.custom");

/** Stands where a secret is. */
export const hidden: object = { [custom]: () => "[hidden]" };

/** {@link hidden} where there is a secret; nothing where there is none. */
export function hiddenIf(secret: unknown): object | undefined {
  return secret === undefined ? undefined : hidden;
}

/**
 * Makes `util.inspect`, and so `console.log`, show what `shown` gives for `object`, or for whatever has it as its
 * prototype, without what is undefined. Asked for hidden properties or getters, it would else show the secrets that can be read there.
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

/** Gives the errors of a class their name. */
export function nameErrors(prototype: Error, name: string): void {
  Object.defineProperty(prototype, "name", { value: name, configurable: true, writable: true });
}

/** Undefined for the prototype itself, and what was made from it without the constructor: it has no fields to read. */
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
