import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const text = readFileSync("SECURITY.md", "utf8");
const promised = /## Promises\n(.*?)\n## /s.exec(text)?.[1] ?? "";
const promises = promised.split(/^- /m).slice(1);
const testPath = /`(test\/[^`]+\.test\.ts)`/g;

test.each(promises.map((promise) => [promise.slice(0, 60), promise]))(
  "names a test for the promise '%s…'",
  (_, promise) => {
    expect(promise).toMatch(testPath);
  },
);

test("names only existing tests", () => {
  expect(promises.length).toBeGreaterThan(15);
  const named = [...text.matchAll(testPath)].map(([, path = ""]) => path);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});
