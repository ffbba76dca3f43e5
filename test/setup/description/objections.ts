import * as z from "zod/mini";

export interface Objection {
  readonly path: readonly string[];
  /** The validator's own error code. */
  readonly code: string;
  readonly value: unknown;
}

type Issue = z.core.$ZodIssue;

/**
 * Returns a schema's objections to a value. In a union of objects, only the variant that matches the value's `type` counts; if
 * several match, the one with the fewest objections counts.
 */
export function objectionsTo(schema: z.ZodMiniType, value: unknown): readonly Objection[] {
  const issues = z.safeParse(schema, value).error?.issues ?? [];
  return issues
    .flatMap((issue) => innermost(issue))
    .map(({ path, code }) => ({ path, code, value: valueAt(value, path) }));
}

interface Leaf {
  readonly path: readonly string[];
  readonly code: string;
}

function innermost(issue: Issue, above: readonly string[] = []): readonly Leaf[] {
  const path = [...above, ...issue.path.map(String)];
  if (issue.code !== "invalid_union") return [{ path, code: issue.code }];
  const [meant] = issue.errors
    .filter((alternative) => !alternative.some(isAboutKind))
    .toSorted((one, other) => one.length - other.length);
  return meant ? meant.flatMap((one) => innermost(one, path)) : [{ path, code: issue.code }];
}

/** Whether the issue means that another variant applies. */
function isAboutKind({ path, code }: Issue): boolean {
  return path.length === 0 ? code === "invalid_type" : path.length === 1 && path[0] === "type";
}

/** Returns the value at a path, or `undefined` if the path does not exist. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== "object" || found === null) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[step];
  }
  return found;
}
