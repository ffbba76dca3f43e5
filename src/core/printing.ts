// Looked up by name, because some runtimes do not have node:util.
const custom = Symbol.for("nodejs.util.inspect.custom");

export const hidden: object = { [custom]: () => "[hidden]" };

export function hiddenIf(secret: unknown): object | undefined {
  return secret === undefined ? undefined : hidden;
}

/**
 * Makes `util.inspect` and `console.log` print the result of `toPrintable` for `object` and objects that inherit from it.
 * Without this, the `showHidden` and `getters` options could reveal secrets.
 */
export function inspectAs<T extends object>(object: T, toPrintable: (object: T) => object): void {
  Object.defineProperty(object, custom, {
    value(this: T, _depth: number, options: object, inspect: (value: object, options: object) => string) {
      const name = nameOf(this);
      const fields = fieldsOf(() => toPrintable(this));
      if (!fields) return `[${name || "Object"} without content]`;
      return `${name === "" ? "" : `${name} `}${inspect(withoutUndefined(fields), options)}`;
    },
  });
}

/** Returns `undefined` for a prototype or an object created without the constructor, because these have no private fields. */
function fieldsOf(toPrintable: () => object): object | undefined {
  try {
    return toPrintable();
  } catch {
    return undefined;
  }
}

function nameOf(object: object): string {
  const { name } = (object as { readonly constructor?: { readonly name?: unknown } }).constructor ?? {};
  return typeof name === "string" && name !== "Object" ? name : "";
}

function withoutUndefined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
