import type { FieldError } from "./commands-error.ts";
import { type PathKey, placeOf } from "./path.ts";

// A body of any depth is read without recursion running away; real trees are about ten levels deep.
const deepest = 32;
const most = 1000;

/**
 * The service's error tree as a flat list.
 *
 * @param errors - the `errors` of the answer, unchecked.
 * @param body - what was sent: a command, or the list of a bulk overwrite; names are taken from it.
 */
export function flattenFieldErrors(errors: unknown, body: unknown): FieldError[] {
  const found: FieldError[] = [];
  walk(errors, [], body, found);
  return found;
}

function walk(node: unknown, keys: readonly PathKey[], body: unknown, found: FieldError[]): void {
  if (typeof node !== "object" || node === null || keys.length > deepest || found.length >= most) return;
  for (const [key, child] of Object.entries(node)) {
    if (key !== "_errors") walk(child, [...keys, toPathKey(key)], body, found);
    else if (Array.isArray(child)) found.push(...child.map((leaf) => toFieldError(leaf, keys, body)));
  }
}

function toPathKey(key: string): PathKey {
  return /^(0|[1-9]\d{0,8})$/.test(key) ? Number(key) : key;
}

function toFieldError(leaf: unknown, keys: readonly PathKey[], body: unknown): FieldError {
  const { code, message } = (leaf ?? {}) as { code?: unknown; message?: unknown };
  return {
    ...placeOf(keys, body),
    code: typeof code === "string" ? code : "UNKNOWN",
    message: typeof message === "string" ? message : "The service gave no reason.",
  };
}
