import * as z from "zod/mini";

/** What somebody has against a body. */
export interface Objection {
  readonly path: readonly string[];
  /** A word of the one who objects. */
  readonly code: string;
  /** What stands there. */
  readonly value: unknown;
}

type Issue = z.core.$ZodIssue;

/** What a schema has against a value. Where several kinds of objects may stand, the kind that the value says it is counts, and of those the one that fits best. */
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

/** Whether it says that another kind was meant. */
function isAboutKind({ path, code }: Issue): boolean {
  return path.length === 0 ? code === "invalid_type" : path.length === 1 && path[0] === "type";
}

/** What stands at a path; undefined where it leads nowhere. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== "object" || found === null) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[step];
  }
  return found;
}
