import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const dist = new URL("../../dist", import.meta.url).pathname;

it("publishes only ASCII because Node.js stores any other source as UTF-16", () => {
  const files = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".js") && !file.startsWith("carried"),
  );
  expect(files).toContain("index.js");
  const isAscii = (file: string): boolean => /^[\0-\x7F]*$/.test(readFileSync(join(dist, file), "utf8"));
  expect(files.filter((file) => !isAscii(file))).toEqual([]);
});
