import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import manifest from "./package.json" with { type: "json" };

/** Runs the strategies of others, with each of which it is tested. */
const tested = ["passport"];

test("every client that is installed has its suite in one of the two folders", () => {
  const clients = Object.keys(manifest.devDependencies).filter((name) => !name.startsWith("@types/"));
  const files = ["base-url", "namespace"].flatMap((way) => readdirSync(new URL(way, import.meta.url)));
  const expected = clients
    .filter((name) => !tested.includes(name))
    .map((name) => `${name.replace("@", "").replace("/", "-")}.test.ts`);
  expect(files.sort()).toEqual(expected.sort());
});
