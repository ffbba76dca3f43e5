import type { Objection } from "./objections.ts";
import { shrink } from "./shrink.ts";

/** Who of the two refuses a body that the other takes. */
export type Side = "emulator" | "description";

/** Why the two judge a body differently: a row of the documented table. */
export interface KnownDifference {
  readonly row: string;
  readonly stricter: Side;
  explains(this: void, objection: Objection, body: unknown): boolean;
}

/** A body that no row explains, made small. */
export interface Unexplained {
  readonly stricter: Side;
  readonly body: unknown;
  readonly objections: readonly Objection[];
}

/** What came of comparing. */
export interface Comparison {
  readonly compared: number;
  readonly taken: number;
  readonly refused: number;
  /** How many bodies each row has explained. */
  readonly explained: ReadonlyMap<string, number>;
  readonly unexplained: readonly Unexplained[];
}

/** What a side has against a body; nothing when it takes it. */
export type Judge = (body: unknown) => readonly Objection[] | Promise<readonly Objection[]>;

/** Lets two sides judge each body. What they judge differently has to be explained by the rows. */
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

/** Alike for bodies that are judged differently for one reason. */
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
