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
      const { name } = this.constructor;
      return `${name === "Object" ? "" : `${name} `}${inspect(withoutUndefined(shown(this)), options)}`;
    },
  });
}

function withoutUndefined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
