import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const typescript = filesIn("src", /^(?!cli\/|(?:.*\/)?error-codes?\.).*\.ts$/);
/** What the addon is made of; what redirect-opener alone does reaches no program. */
const native = filesIn(
  "native",
  /^(?!.*_test)(?:base|hand_over(?!\/hand_over_sender)|log|redactor|scheme|system(?!\/launch_))\/\w+\.(?:cpp|h)$/,
);

const listed = found("src/core/error-code.ts", /^ {2}\| "(\w+)"/gm);
const thrownByAddon = native.flatMap((path) =>
  found(path, /(?:Error(?: \w+)?|return )\s*\{(?:[^"{};]*\?\s*)?"(\w+)"(?:\s*:\s*"(\w+)")?,/g),
);

function filesIn(root: string, pattern: RegExp): string[] {
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" });
  return paths.filter((path) => pattern.test(path)).map((path) => `${root}/${path}`);
}

function found(path: string, pattern: RegExp): string[] {
  const matches = readFileSync(path, "utf8").matchAll(pattern);
  return [...matches].flatMap(([, ...words]) => words).filter((word) => word !== undefined);
}

// That each code in a TypeScript source is listed, the compiler sees to.
test("each code of the addon is listed", () => {
  expect([...new Set(thrownByAddon)].filter((code) => !listed.includes(code))).toEqual([]);
  expect(new Set(thrownByAddon).size).toBeGreaterThan(15);
});

test("each listed code is one that something throws, and stands there once, in order", () => {
  const written = new Set([
    ...typescript.flatMap((path) => found(path, /["`]([a-z_]+)["`]/g)),
    ...thrownByAddon,
  ]);
  // `keychain_${kind}`: the words that are filled in stand beside it.
  const beginnings = typescript.flatMap((path) => found(path, /`(\w+_)\$\{kind\}`/g));
  const isThrown = (code: string) =>
    written.has(code) ||
    beginnings.some((begin) => code.startsWith(begin) && written.has(code.slice(begin.length)));
  expect(listed.filter((code) => !isThrown(code))).toEqual([]);
  expect(listed).toEqual([...new Set(listed)].toSorted());
});
