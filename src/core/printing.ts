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
