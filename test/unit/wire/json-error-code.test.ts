import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { JsonErrorCode } from "../../../src/wire/json-error-code.ts";

/** Where the service's codes lie. Round limits of ours, such as 10_000 or 65_535, lie outside. */
const ranges = [10_001, 20_001, 30_001, 40_001, 50_001, 60_001, 110_000, 160_001, 200_000, 530_001].map(
  (first) => [first, first + 998] as const,
);

/** The numbers in a file's code and texts that look like codes of the service; comments may name them. */
function codesIn(source: string): string[] {
  const code = source.replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/.*/g, "");
  return [...code.matchAll(/(?<![\w.])\d{2,3}_?\d{3}(?![\w.]*\d)/g)]
    .map(([text]) => text)
    .filter((text) => {
      const value = Number(text.replace("_", ""));
      return ranges.some(([first, last]) => value >= first && value <= last);
    });
}

test("the service's codes stand in src/wire only", () => {
  const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !file.startsWith("wire"),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    codesIn(readFileSync(join("src", file), "utf8")).map((code) => `${file}: ${code}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ["new Refusal(404, 10066)", ["10066"]],
  ["new Refusal(404, 10_062)", ["10_062"]],
  ["const known = { 50035: true }", ["50035"]],
  ['hint: "error 530010 means"', ["530010"]],
  ['fetch("https://service.example"); code(50_001)', ["50_001"]],
  ["/** @throws Refusal 10063. */ call() // 10063", []],
  ["const limitMs = 10_000; const port = 65_535; const id = '100010000000000001'", []],
])("in %s the codes are %j", (source, codes) => {
  expect(codesIn(source)).toEqual(codes);
});

test("every code lies in the ranges that are looked for, once", () => {
  const codes = Object.values(JsonErrorCode);
  expect(codes.flatMap((code) => codesIn(String(code)))).toEqual(codes.map(String));
  expect(new Set(codes).size).toBe(codes.length);
});
