import { maskSecret } from "../../core/request/mask-secret.ts";

// Larger errors contain connections or requests and are not searched completely.
const mostValues = 500;

/**
 * Removes the interaction's token from an error, which may quote the called URL.
 *
 * @returns The value itself if it certainly does not contain the token; otherwise an error with masked strings.
 */
export function withoutToken(thrown: unknown, token: string): unknown {
  const mask = (text: string): string => maskSecret(text, token);
  if (typeof thrown === "string") return mask(thrown);
  return showsNothing(thrown, (text) => mask(text) === text) ? thrown : maskedCopy(thrown, mask);
}

/** Whether all strings that printing `root` would show are clean. */
function showsNothing(root: unknown, isClean: (text: string) => boolean): boolean {
  const seen = new Set<unknown>();
  const left = [root];
  try {
    for (let value = left.pop(); value !== undefined || left.length > 0; value = left.pop()) {
      if (typeof value === "string" && !isClean(value)) return false;
      if (typeof value !== "object" || value === null || seen.has(value)) continue;
      seen.add(value);
      const shown = shownValues(value);
      if (!shown || left.length + seen.size + shown.length > mostValues) return false;
      left.push(...shown);
    }
    return true;
  } catch {
    return false;
  }
}

/** `undefined` for objects that are not searched: getters, collections, bytes. */
function shownValues(object: object): unknown[] | undefined {
  if (object instanceof Map || object instanceof Set || ArrayBuffer.isView(object)) return undefined;
  const isError = object instanceof Error;
  // Depending on the runtime, the stack is a value, a getter, or inherited.
  const values: unknown[] = isError ? [object.stack] : [];
  for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
    // An error's message and cause are printed although they are not enumerable.
    if ((!property.enumerable && !isError) || (isError && key === "stack")) continue;
    if (property.get) return undefined;
    values.push(key, property.value);
  }
  const symbols = Object.getOwnPropertySymbols(object);
  return symbols.some((key) => Object.prototype.propertyIsEnumerable.call(object, key)) ? undefined : values;
}

function maskedCopy(thrown: unknown, mask: (text: string) => string): Error {
  const copy = new Error("The thrown value is not shown, because it contains the interaction's token.");
  try {
    if (!(thrown instanceof Error)) return copy;
    const { name, message, stack } = thrown;
    copy.message = mask(message);
    Object.defineProperty(copy, "name", { value: mask(name), configurable: true, writable: true });
    copy.stack = mask(stack ?? `${name}: ${message}`);
  } catch {
    // Unreadable values are not shown.
  }
  return copy;
}
