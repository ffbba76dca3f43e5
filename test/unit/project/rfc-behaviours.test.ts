import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const root = new URL("../../..", import.meta.url).pathname;
const behaviours = 80;
const first = { ofTokens: 55, ofTime: 77 };

const isOfTokens = (number: number) => number >= first.ofTokens && number < first.ofTime;

/** Reads the table's rows: each number, with the test files in its last column. */
function readTable(): Map<number, string[]> {
  const lines = readFileSync(`${root}test/rfc-behaviours.md`, "utf8").split("\n");
  const rows = lines.map((line) => /^\| (\d+) +\|.*\|([^|]*)\|$/.exec(line)).filter((row) => row !== null);
  return new Map(
    rows.map(([, number, cell = ""]) => [
      Number(number),
      [...cell.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file),
    ]),
  );
}

/** Matches numbers at the start of a title: `#27 …`, `#27 #28 …`, `27: …` or `27, 28: …`. */
const titleStart = /["'`](?:(#\d\d?(?: #\d\d?)*) |(\d\d?(?:, \d\d?)*): )/g;

function numbersIn(file: string): Set<number> {
  const titles = [...readFileSync(root + file, "utf8").matchAll(titleStart)];
  return new Set(
    titles.flatMap(([, ours, theirs]) => (ours ?? theirs ?? "").match(/\d+/g) ?? []).map(Number),
  );
}

function testFiles(): string[] {
  const files = readdirSync(`${root}test`, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => `test/${file.replaceAll("\\", "/")}`);
}

describe("the table of behaviours", () => {
  const table = readTable();

  it("has a row for each behaviour, in order", () => {
    expect([...table.keys()]).toEqual(Array.from({ length: behaviours }, (_, index) => index + 1));
  });

  it("names tests for each behaviour, with titles that start with its number", () => {
    for (const [number, files] of table) {
      if (isOfTokens(number)) continue;
      expect(files.length, `behaviour ${number}`).toBeGreaterThan(0);
      for (const file of files) expect(numbersIn(file), `${number} in ${file}`).toContain(number);
    }
  });

  it("names every test whose title starts with a number", () => {
    for (const file of testFiles()) {
      for (const number of numbersIn(file)) {
        if (!isOfTokens(number)) expect(table.get(number), `${number} in ${file}`).toContain(file);
      }
    }
  });
});
