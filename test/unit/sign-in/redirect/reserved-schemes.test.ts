import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { reservedPrefixes, reservedSchemes } from "../../../../src/sign-in/redirect/custom-scheme-name.ts";

const header = readFileSync("native/base/reserved_schemes.h", "utf8");
const [, schemes = "", prefixes = ""] = header.split("inline constexpr");
const strings = (code: string): string[] => [...code.matchAll(/"([^"]*)"/g)].map(([, text = ""]) => text);

test("matches the reserved schemes of the addon", () => {
  const words = strings(schemes).flatMap((line) => line.trim().split(" "));
  expect(words).toEqual([...reservedSchemes]);
  expect(strings(prefixes)).toEqual([...reservedPrefixes]);
});

test("separates the addon's schemes with spaces", () => {
  expect(strings(schemes).filter((line) => !line.startsWith(" ") || !line.endsWith(" "))).toEqual([]);
});

test("contains no duplicate or invalid scheme", () => {
  const words = strings(schemes).flatMap((line) => line.trim().split(" "));
  expect(new Set(words).size).toBe(words.length);
  expect(words.filter((word) => !/^[a-z][a-z0-9+.-]+$/.test(word))).toEqual([]);
});
