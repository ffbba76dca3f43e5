import { maskSecret } from "../../core/request/mask-secret.ts";

// An error with more than that in it holds connections or requests, and is not worth reading to its end.
const mostValues = 500;

/**
 * What a handler threw, fit for a log. Libraries quote the URL they called, and the interaction's token stands in it.
 *
 * @returns the same object when it shows no token; else, and where that cannot be said, an error with its masked texts.
 */
export function withoutToken(thrown: unknown, token: string): unknown {
  const mask = (text: string): string => maskSecret(text, token);
  if (typeof thrown === "string") return mask(thrown);
  return showsNothing(thrown, (text) => mask(text) === text) ? thrown : maskedCopy(thrown, mask);
}

/** Whether every text that printing `root` would show is clean. */
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

/** The names and values that printing shows; undefined for unread kinds: getters, collections, bytes. */
function shownValues(object: object): unknown[] | undefined {
  if (object instanceof Map || object instanceof Set || ArrayBuffer.isView(object)) return undefined;
  const isError = object instanceof Error;
  // Depending on the runtime an error's stack is a value, a getter, or inherited.
  const values: unknown[] = isError ? [object.stack] : [];
  for (const [key, property] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
    // The message and the cause of an error are shown, though not enumerable.
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
