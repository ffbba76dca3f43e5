import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const typescript = filesIn("src", /^(?!cli\/|(?:.*\/)?error-codes?\.).*\.ts$/);
/** The addon's sources. redirect-opener's errors never reach JavaScript. */
const native = filesIn(
  "native",
  /^(?!.*_test)(?:base|hand_over(?!\/hand_over_sender)|log|redactor|scheme|system(?!\/launch_))\/\w+\.(?:cpp|h)$/,
);

const listed = found("src/core/error-code.ts", /^ {2}(?:\| "(\w+)"|(\w+): ")/gm);
const thrownByAddon = native.flatMap((path) =>
  found(path, /(?:Error(?: \w+)?|return )\s*\{(?:[^"{};]*\?\s*)?"(\w+)"(?:\s*:\s*"(\w+)")?,/g),
);

function filesIn(root: string, pattern: RegExp): string[] {
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" });
  return paths.filter((path) => pattern.test(path)).map((path) => `${root}/${path}`);
}

function found(path: string, pattern: RegExp): string[] {
  const matches = readFileSync(path, "utf8").matchAll(pattern);
  return [...matches].flatMap(([, ...groups]) => groups).filter((word) => word !== undefined);
}

// The compiler checks that the codes used in TypeScript are listed.
test("includes each of the addon's codes", () => {
  expect([...new Set(thrownByAddon)].filter((code) => !listed.includes(code))).toEqual([]);
  expect(new Set(thrownByAddon).size).toBeGreaterThan(15);
});

test("contains only codes that are thrown, sorted and without duplicates", () => {
  const written = new Set([
    ...typescript.flatMap((path) => found(path, /["`]([a-z_]+)["`]/g)),
    ...thrownByAddon,
  ]);
  // For codes such as `keychain_${kind}`, the possible kinds appear in the same sources.
  const beginnings = typescript.flatMap((path) => found(path, /`(\w+_)\$\{kind\}`/g));
  const isThrown = (code: string) =>
    written.has(code) ||
    beginnings.some((begin) => code.startsWith(begin) && written.has(code.slice(begin.length)));
  expect(listed.filter((code) => !isThrown(code))).toEqual([]);
  expect(listed.toSorted()).toEqual([...new Set(listed)].toSorted());
});
