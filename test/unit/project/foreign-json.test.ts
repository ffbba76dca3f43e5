import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Files that parse only trusted JSON or limit its depth themselves. */
const own: readonly (readonly [files: RegExp, why: string])[] = [
  [/^core\/request\/response\.ts$/, "the reader itself"],
  [/^cli\//, "the user's files, in a separate program that imports only the package's exports"],
  [/^emulator\/(?:[\w-]+\/)+browser\/|^emulator\/page\/model\//, "messages from the emulator to its page"],
  [
    /^(?:emulator\/(?:player\/joined-activity|base\/fault)|interactions\/messages\/message-file)\.ts$/,
    "copies of what the caller passed",
  ],
  [/^commands\/languages\/formats\.ts$/, "a file of which the readers accept only three levels"],
  [/^native\/addon-paths\.ts$/, "a manifest of which only the name is read"],
];

const parses = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && /\bJSON\.parse\(|\.json\(\)/.test(readFileSync(`src/${file}`, "utf8")),
);

test("parses JSON from other parties only with parseForeignJson, which limits its depth", () => {
  const reading = parses.filter((file) => !own.some(([files]) => files.test(file)));
  expect(reading).toEqual([]);
});

test.each(own)("still needs the exception for %s: %s", (files) => {
  expect(parses.some((file) => files.test(file))).toBe(true);
});
