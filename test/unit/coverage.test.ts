import { expect, test } from "vitest";
import { listRows, writePage } from "../setup/documents/coverage-page.ts";
import { findProblems } from "../setup/documents/evidence.ts";

/** Rows that nothing stands behind: this list can only become shorter. */
const notYet: readonly string[] = ["otherEndpoints/POST /guilds"];

test("the rows that nothing stands behind are these", () => {
  expect(listRows().flatMap(([id, row]) => ("notYet" in row ? id : []))).toEqual(notYet);
});

test("every other row has its files and tests, which are there and run", () => {
  const problems = listRows().flatMap(([id, row]) =>
    "notYet" in row ? [] : findProblems(row).map((problem) => `${id}: ${problem}`),
  );
  expect(problems).toEqual([]);
});

test("the page is that of the table", async () => {
  await expect(writePage()).toMatchFileSnapshot("../../docs/coverage.md");
});
