/** @typedef {import("./bench.ts").Row} Row */

/** @param {readonly number[]} values @param {number} share - from 0 to 1 */
export function quantile(values, share) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** @param {readonly number[]} values */
export const median = (values) => quantile(values, 0.5);

/**
 * Measures the candidates in turn in each round.
 *
 * @template {{ what: string, kind: import("./bench.ts").Kind }} Candidate
 * @template [Value=number] - one or several values per run.
 * @param {readonly Candidate[]} candidates
 * @param {{ rounds: number, warmUp?: number }} how
 * @param {(candidate: Candidate) => Value | Promise<Value>} measure
 * @returns {Promise<(Omit<Row, "values"> & { values: Value[] })[]>}
 */
export async function inTurn(candidates, { rounds, warmUp = 1 }, measure) {
  const rows = candidates.map(({ what, kind }) => ({ what, kind, values: /** @type {Value[]} */ ([]) }));
  for (let round = -warmUp; round < rounds; round++) {
    for (const [index, candidate] of candidates.entries()) {
      const value = await measure(candidate);
      if (round >= 0) rows[index]?.values.push(value);
    }
  }
  return rows;
}

/**
 * Returns the rows for one of the values that each run measured.
 *
 * @template Value
 * @param {readonly (Omit<Row, "values"> & { values: readonly Value[] })[]} rows
 * @param {(value: Value) => number} pick
 * @returns {Row[]}
 */
export function rowsOf(rows, pick) {
  return rows.map((row) => ({ ...row, values: row.values.map(pick) }));
}

/** In milliseconds, on a clock that all processes share. */
export const now = () => Number(process.hrtime.bigint()) / 1e6;

/** Returns milliseconds. @param {() => unknown} act */
export async function timed(act) {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

/**
 * Returns this process's nanoseconds of processor time per item, which barely depend on other load.
 *
 * @template Item
 * @param {(item: Item) => unknown} act
 * @param {readonly Item[]} items
 * @param {number} repeats
 */
export function cpuNanoseconds(act, items, repeats) {
  const start = process.cpuUsage();
  for (let repeat = 0; repeat < repeats; repeat++) for (const item of items) act(item);
  const { user, system } = process.cpuUsage(start);
  return ((user + system) * 1000) / items.length / repeats;
}
