/**
 * Sets an own field of `object`, also one named `__proto__`, to which an assignment means something else. A plan copies
 * thousands of fields, and `Object.fromEntries` takes four times as long.
 */
export function setField(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}
