export function expose<T extends object>(object: T, names: readonly (string & keyof T)[]): T {
  const view = {} as T;
  for (const name of names) {
    const method = object[name];
    if (typeof method === "function") view[name] = method.bind(object) as typeof method;
    else {
      const accessor = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(object), name);
      Object.defineProperty(view, name, {
        enumerable: true,
        get: () => object[name],
        ...(accessor?.set && { set: accessor.set.bind(object) }),
      });
    }
  }
  const print = (_depth: number, options: object, inspect: (value: object, options: object) => string) =>
    inspect(object, options);
  return Object.defineProperty(view, Symbol.for("nodejs.util.inspect.custom"), { value: print });
}
