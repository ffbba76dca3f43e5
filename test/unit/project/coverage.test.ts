import { expect, test } from "vitest";
import { listRows, writePage } from "../../setup/documents/coverage-page.ts";
import { findProblems } from "../../setup/documents/evidence.ts";

test("every row has tests, which are there and run", () => {
  const problems = listRows().flatMap(([id, row]) => findProblems(row).map((problem) => `${id}: ${problem}`));
  expect(problems).toEqual([]);
});

test("the page is that of the table", async () => {
  await expect(writePage()).toMatchFileSnapshot("../../coverage.md");
});
