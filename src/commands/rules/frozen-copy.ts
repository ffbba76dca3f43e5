import { setField } from "./set-field.ts";

// Far above what a valid command has: its texts have 8,000 characters in all, and options nest three levels deep.
const mostParts = 10_000;
const deepest = 32;

/**
 * A copy that nobody can change, with each field read once, as JSON would write it.
 *
 * @returns undefined for what cannot be read, or is larger than any command.
 */
export function frozenCopy(value: unknown): object | undefined {
  try {
    const copy = copyOf(value, { parts: 0 }, 0);
    return typeof copy === "object" && copy !== null ? copy : undefined;
  } catch {
    return undefined;
  }
}

function copyOf(value: unknown, count: { parts: number }, depth: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (++count.parts > mostParts || depth > deepest) throw new RangeError("no command");
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === "function") return copyOf(toJSON.call(value), count, depth + 1);
  if (Array.isArray(value)) return copyList(value, count, depth);
  const fields = value as Readonly<Record<string, unknown>>;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(fields)) setField(copy, key, copyOf(fields[key], count, depth + 1));
  return Object.freeze(copy);
}

function copyList(list: readonly unknown[], count: { parts: number }, depth: number): readonly unknown[] {
  if (list.length > mostParts) throw new RangeError("no command");
  const copy: unknown[] = [];
  for (const item of list) copy.push(copyOf(item, count, depth + 1));
  return Object.freeze(copy);
}
