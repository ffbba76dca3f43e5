import type { Objection } from "./objections.ts";

/** The side that rejects a body that the other accepts. */
export type Side = "emulator" | "description";

/** A row of the documented table: why the two sides disagree about a body. */
export interface KnownDifference {
  readonly row: string;
  readonly stricter: Side;
  explains(this: void, objection: Objection, body: unknown): boolean;
}

/** A minimized body on which the sides disagree for no documented reason. */
export interface Unexplained {
  readonly stricter: Side;
  readonly body: unknown;
  readonly objections: readonly Objection[];
}

export interface Comparison {
  readonly compared: number;
  readonly taken: number;
  readonly refused: number;
  readonly explained: ReadonlyMap<string, number>;
  readonly unexplained: readonly Unexplained[];
}

/** Returns one side's objections to a body, or an empty list if it accepts the body. */
export type Judge = (body: unknown) => readonly Objection[] | Promise<readonly Objection[]>;

/** Compares the two sides' verdicts on each body. A row must explain each disagreement. */
export async function compareVerdicts(
  bodies: Iterable<unknown>,
  judges: Readonly<Record<Side, Judge>>,
  rows: readonly KnownDifference[],
): Promise<Comparison> {
  const counts = { compared: 0, taken: 0, refused: 0 };
  const explained = new Map<string, number>();
  const unexplained = new Map<string, Unexplained>();
  for (const body of bodies) {
    counts.compared++;
    const verdict = await judge(body, judges);
    if (verdict === "taken" || verdict === "refused") {
      counts[verdict]++;
      continue;
    }
    const reasons = verdict.objections.map((one) => rowOf(one, body, verdict.stricter, rows));
    if (reasons.every((row) => row !== undefined)) {
      for (const row of new Set(reasons)) explained.set(row, (explained.get(row) ?? 0) + 1);
    } else if (!unexplained.has(nameOf(verdict, rows))) {
      unexplained.set(nameOf(verdict, rows), await makeSmall(verdict, judges, rows));
    }
  }
  return { ...counts, explained, unexplained: [...unexplained.values()] };
}

async function judge(
  body: unknown,
  { emulator, description }: Readonly<Record<Side, Judge>>,
): Promise<"taken" | "refused" | Unexplained> {
  const [ours, theirs] = [await emulator(body), await description(body)];
  if (ours.length === 0 && theirs.length === 0) return "taken";
  if (ours.length > 0 && theirs.length > 0) return "refused";
  return ours.length > 0
    ? { stricter: "emulator", body, objections: ours }
    : { stricter: "description", body, objections: theirs };
}

function rowOf(
  objection: Objection,
  body: unknown,
  side: Side,
  rows: readonly KnownDifference[],
): string | undefined {
  return rows.find(({ stricter, explains }) => stricter === side && explains(objection, body))?.row;
}

/** Returns the same key for bodies that cause a disagreement for the same reason. */
function nameOf({ stricter, body, objections }: Unexplained, rows: readonly KnownDifference[]): string {
  const { code, path } = objections.find((one) => !rowOf(one, body, stricter, rows)) ?? {};
  return `${stricter} ${code} ${path?.filter((step) => !/^\d+$/.test(step)).join(".")}`;
}

async function makeSmall(
  found: Unexplained,
  judges: Readonly<Record<Side, Judge>>,
  rows: readonly KnownDifference[],
): Promise<Unexplained> {
  const name = nameOf(found, rows);
  let smallest = found;
  await shrink(found.body, async (body) => {
    const verdict = await judge(body, judges);
    if (typeof verdict === "string" || nameOf(verdict, rows) !== name) return false;
    smallest = verdict;
    return true;
  });
  return smallest;
}

/** Removes parts of a body one by one, as long as `holds` remains true. */
async function shrink(body: unknown, holds: (smaller: unknown) => Promise<boolean>): Promise<unknown> {
  let smallest = body;
  for (let hasMore = true; hasMore;) {
    hasMore = false;
    for (const path of pathsIn(smallest)) {
      const smaller = without(smallest, path);
      if (!(await holds(smaller))) continue;
      smallest = smaller;
      hasMore = true;
      break;
    }
  }
  return smallest;
}

/** Returns the paths of all fields and items, outermost first. */
function pathsIn(value: unknown): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [];
  const entries = Object.entries(value);
  return [
    ...entries.map(([key]) => [key]),
    ...entries.flatMap(([key, below]) => pathsIn(below).map((path) => [key, ...path])),
  ];
}

function without(value: unknown, [key = "", ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) {
    const index = Number(key);
    return rest.length === 0 ? value.toSpliced(index, 1) : value.with(index, without(value[index], rest));
  }
  const copy = { ...(value as Record<string, unknown>) };
  if (rest.length === 0) delete copy[key];
  else copy[key] = without(copy[key], rest);
  return copy;
}
