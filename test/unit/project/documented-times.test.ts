import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The emulator defines these times itself, and the wire types only declare them. */
const apart = /^(?:emulator|wire)\//;
/** Matches code that reads a time from another party's field or header. */
const readsTime =
  /\.(?:expires_in|interval)\b|\[(?:"retry_after"|"expires_in"|"interval")\]|\bretry_after \*|\bget\("(?:retry-after|x-ratelimit-reset(?:-after)?)"\)|\?\? ?(?:expires_in|retry_after)\b/;

test("parses every duration from another party with parseSeconds", () => {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && !apart.test(path),
  );
  const reading = sources.flatMap((path) =>
    readFileSync(`src/${path}`, "utf8")
      .split("\n")
      .filter((line) => !/^\s*(?:\*|\/\/|\/\*)/.test(line) && readsTime.test(line))
      .map((line) => ({ path, line: line.trim() })),
  );
  expect(reading.length).toBeGreaterThan(4);
  expect(reading.filter(({ line }) => !/\bparseSeconds(?:Text)?\(/.test(line))).toEqual([]);
});
