/** Whether property tests run all of their cases. */
export const isLong = Boolean(process.env["SLASHPASS_LONG_PROPERTIES"]);

/** The number of random cases for a property: `all` in CI, `few` after each change. */
export function cases(all: number, few = Math.max(20, Math.ceil(all / 10))): number {
  return isLong ? all : few;
}

/** All items in CI, and every third after each change. For checks that take about a second per item. */
export function sampled<Item>(items: readonly Item[]): readonly Item[] {
  return isLong ? items : items.filter((_, index) => index % 3 === 0);
}
