// This file is also embedded in the pages' stand-in, so it is plain JavaScript without imports.

const cloneable = [Array, Map, Set, Date, RegExp, ArrayBuffer, Error];

/**
 * Copies a value as Electron's IPC does. Throws for values that cannot be cloned, and also for class instances, which would lose
 * their prototype.
 *
 * @template T
 * @param {T} value
 * @returns {T}
 */
export function electronClone(value) {
  refuseInstances(value, new Set());
  try {
    return structuredClone(value);
  } catch {
    throw new Error("An object could not be cloned.");
  }
}

/**
 * @param {unknown} value
 * @param {Set<object>} visited
 */
function refuseInstances(value, visited) {
  if (typeof value !== "object" || value === null || visited.has(value)) return;
  visited.add(value);
  const prototype = Object.getPrototypeOf(value);
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  if (!isPlain && !ArrayBuffer.isView(value) && !cloneable.some((one) => value instanceof one))
    throw new Error("An object could not be cloned: it is an instance of a class.");
  for (const field of Object.values(value)) refuseInstances(field, visited);
}
