import { expect, it } from "vitest";
import { sections } from "../../fixtures/documents/rows.ts";
import { findProblems } from "../../setup/documents/evidence.ts";

it("requires every row of the interface documents to name an existing test that CI runs", () => {
  const rows = Object.entries(sections).flatMap(([section, ofSection]) =>
    Object.entries(ofSection).map(([name, row]) => [`${section}/${name}`, row] as const),
  );
  // The documents have this many rows, so none can disappear unnoticed.
  expect(rows).toHaveLength(308);
  const problems = rows.flatMap(([name, row]) => findProblems(row).map((problem) => `${name}: ${problem}`));
  expect(problems).toEqual([]);
});
