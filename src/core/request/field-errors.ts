import { type PathKey, type FieldPlace, placeOf } from "./path.ts";
import type { FieldError } from "./api-error.ts";

// Limits the recursion; real trees are about ten levels deep.
const deepest = 32;

const most = 1000;

// The longest field names and locales have about 30 characters.
const longestKey = 100;

/**
 * Flattens the service's error tree to at most 1,000 errors.
 *
 * @param body - The request body, used to look up names.
 */
export function flattenFieldErrors(errors: unknown, body: unknown): FieldError[] {
  const found: FieldError[] = [];
  collect(errors, [], body, found);
  return found;
}

function collect(node: unknown, keys: readonly PathKey[], body: unknown, found: FieldError[]): void {
  if (typeof node !== "object" || node === null || keys.length > deepest) return;
  for (const [key, child] of Object.entries(node)) {
    if (found.length >= most) return;
    if (key !== "_errors") collect(child, [...keys, toPathKey(key)], body, found);
    else if (Array.isArray(child)) addLeaves(child, placeOf(keys, body), found);
  }
}

function addLeaves(leaves: readonly unknown[], place: FieldPlace, found: FieldError[]): void {
  for (const leaf of leaves.slice(0, most - found.length)) found.push({ ...place, ...readLeaf(leaf) });
}

/** Long keys are replaced, not truncated: masking would not find a partial secret. */
function toPathKey(key: string): PathKey {
  if (key.length > longestKey) return `a key of ${key.length} characters`;
  return /^(0|[1-9]\d{0,8})$/.test(key) ? Number(key) : key;
}

function readLeaf(leaf: unknown): Pick<FieldError, "code" | "message"> {
  const { code, message } = (leaf ?? {}) as { code?: unknown; message?: unknown };
  return {
    code: typeof code === "string" ? code : "UNKNOWN",
    message: typeof message === "string" ? message : "The service did not give a reason.",
  };
}
