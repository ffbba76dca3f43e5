import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { extensionOf, moduleKindOf, readableFormats } from "../../../../src/cli/init/write-files.ts";
import { runInProcess } from "../../../setup/program/run-in-process.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

it("includes TypeScript if Node strips types", () => {
  expect(readableFormats({ typescript: "strip" })).toEqual(["mjs", "json", "ts"]);
  expect(readableFormats({ typescript: false })).toEqual(["mjs", "json"]);
  expect(readableFormats({})).toEqual(["mjs", "json"]);
});

it("chooses a TypeScript extension that Node treats as a module", () => {
  const folder = temporaryFolder();
  expect(extensionOf("mjs", folder)).toBe("mjs");
  expect(extensionOf("ts", folder)).toBe("mts");
  writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }');
  expect(extensionOf("ts", folder)).toBe("mts");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  expect(extensionOf("ts", folder)).toBe("ts");
});

it("rejects a format that this Node version cannot load", async () => {
  const words = ["init", "--yes", "--application", "1400000000000000001", "--format", "ts"];
  const { code, stderr } = await runInProcess(words, { cwd: temporaryFolder() });
  const isRead = readableFormats(process.features).includes("ts");
  expect([code, stderr.includes("Use Node 22.18 or later")]).toEqual(isRead ? [0, false] : [2, true]);
});

it("returns the module type of the nearest package.json", () => {
  const folder = temporaryFolder();
  const below = join(folder, "a", "b");
  mkdirSync(below, { recursive: true });
  expect(moduleKindOf(below)).toBeUndefined();
  writeFileSync(join(folder, "package.json"), '{ "type": "commonjs" }');
  expect(moduleKindOf(below)).toBe("commonjs");
  writeFileSync(join(below, "package.json"), "{}");
  expect(moduleKindOf(below)).toBeUndefined();
});
