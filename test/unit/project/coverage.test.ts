import { expect, it } from "vitest";
import { listRows } from "../../setup/documents/rows.ts";
import { findProblems } from "../../setup/documents/evidence.ts";

it("finds an existing test that CI runs for every row of the interface documents", () => {
  const rows = listRows();
  expect(rows.length).toBeGreaterThan(100);
  const problems = rows.flatMap(([id, row]) => findProblems(row).map((problem) => `${id}: ${problem}`));
  expect(problems).toEqual([]);
});
