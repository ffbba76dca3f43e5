import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { folders, testsOf } from "../../mutation/folders.ts";
import { type Mutant, pageOf, type Report, type Scores, scoreOf } from "../../mutation/scores.ts";

const source = `const most = 5;\nfail("It is too much.", "too_much");\n`;

/** A mutant of the first place where `from` stands. */
function mutant(from: string, replacement: string, status: string, mutatorName = "StringLiteral"): Mutant {
  const at = source.indexOf(from);
  const line = source.slice(0, at).split("\n").length;
  const column = at - source.lastIndexOf("\n", at - 1);
  const end = { line, column: column + from.length };
  return { mutatorName, replacement, status, location: { start: { line, column }, end } };
}

const reportOf = (...mutants: Mutant[]): Report => ({ files: { "src/a.ts": { source, mutants } } });
const wrongCode = {
  file: "a.ts",
  line: 'fail("It is too much.", "too_much");',
  from: '"too_much"',
  to: '""',
};

it("what tests end is killed, what ran too long too, and what could not be tried is not counted", () => {
  const report = reportOf(
    mutant("5", "6", "Killed", "NumericLiteral"),
    mutant("5", "7", "Timeout", "NumericLiteral"),
    mutant("5", "8", "RuntimeError", "NumericLiteral"),
  );
  expect(scoreOf(report, "2026-01-02", undefined)).toEqual({
    date: "2026-01-02",
    killed: 2,
    texts: 0,
    survivors: [],
  });
});

it("a text that is listed is ended by the list, and any other part of the source survives", () => {
  const report = reportOf(
    mutant('"It is too much."', '""', "NoCoverage"),
    mutant('"too_much"', '""', "Survived"),
  );
  expect(scoreOf(report, "2026-01-02", undefined)).toMatchObject({
    killed: 0,
    texts: 1,
    survivors: [wrongCode],
  });
});

it("what was said of a survivor stays as long as it survives in that line", () => {
  const read = { ...wrongCode, equivalent: "nobody reads it" };
  const before = { date: "", killed: 0, texts: 0, survivors: [read, { ...read, line: "gone" }] };
  const report = reportOf(mutant('"too_much"', '""', "Survived"));
  expect(scoreOf(report, "2026-01-02", before).survivors).toEqual([read]);
});

it("the page has a score for each folder, and each survivor with why it may live", () => {
  const page = pageOf({
    "b/c": {
      date: "2026-01-02",
      killed: 7,
      texts: 2,
      survivors: [wrongCode, { ...wrongCode, equivalent: "it is" }],
    },
    a: { date: "2026-01-03", killed: 1, texts: 0, survivors: [] },
  });
  const [, ...sections] = page.split(/^## /m);
  expect(page).toMatch(
    /\| \[a\]\(#a\) \| 2026-01-03 \| 1 \| 1 \| 0 \| 0 \| 0 \| 100 % \|\n\| \[b\/c\]\(#bc\)/,
  );
  expect(page).toContain("| 2026-01-02 | 11 | 7 | 2 | 1 | 1 | 90 % |");
  expect(sections).toEqual([
    "a\n\nNo survivors.\n\n",
    expect.stringMatching(/^b\/c\n\n.*\n.*\n.* \| \*\*alive\*\* \|\n.* `"too_much"` → `""` \| it is \|\n$/),
  ]);
});

it("the page of the project is that of its scores", async () => {
  const text = readFileSync(new URL("../../mutation/scores.json", import.meta.url), "utf8");
  const page = pageOf(JSON.parse(text) as Scores);
  await expect(page).toMatchFileSnapshot("../../mutation/scores.md");
});

it.each(Object.keys(folders))("the folder %s and the tests of its mutants are there", (folder) => {
  expect(readdirSync(`src/${folder}`)).not.toEqual([]);
  for (const test of testsOf(folder))
    expect(readdirSync(test.replace(/\/(?:\*\*\/)?[^/]+$/, ""))).not.toEqual([]);
});
