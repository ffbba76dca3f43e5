import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Files that parse only trusted JSON, or that read it to a fixed depth. */
const own: readonly (readonly [files: RegExp, why: string])[] = [
  [/^core\/request\/response\.ts$/, "the reader itself"],
  [/^cli\//, "files of the person, in a program of their own that imports only what the package exports"],
  [/^emulator\/(?:[\w-]+\/)+browser\/|^emulator\/page\/model\//, "what the emulator tells its page"],
  [
    /^(?:emulator\/(?:player\/joined-activity|base\/fault)|interactions\/messages\/message-file)\.ts$/,
    "copies of what the caller passed",
  ],
  [/^commands\/languages\/formats\.ts$/, "a file of which a table of readers takes three levels"],
  [/^native\/addon-paths\.ts$/, "a manifest, of which only the name is looked at"],
];

const parses = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && /\bJSON\.parse\(|\.json\(\)/.test(readFileSync(`src/${file}`, "utf8")),
);

test("parses JSON of another party only with parseForeignJson, which limits its depth", () => {
  const reading = parses.filter((file) => !own.some(([files]) => files.test(file)));
  expect(reading).toEqual([]);
});

test.each(own)("still needs the exception for %s: %s", (files) => {
  expect(parses.some((file) => files.test(file))).toBe(true);
});
