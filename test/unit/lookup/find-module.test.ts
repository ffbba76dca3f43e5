import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findModule } from "../../../src/lookup/find-module.ts";

let folder: string;
let installed: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "modules-"));
  installed = join(folder, "node_modules/mine/index.js");
  mkdirSync(join(folder, "node_modules/mine"), { recursive: true });
  writeFileSync(installed, "");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a dependency of ours is found from here", () => {
  expect(findModule("oauth4webapi").file).toMatch(/oauth4webapi/);
});

test("the first file from which the module is found counts, be it the program", () => {
  expect(findModule("mine", [join(folder, "out/game.js")]).file).toBe(installed);
  expect(findModule("mine", [undefined, "/nowhere/game.js", join(folder, "game")]).file).toBe(installed);
});

test("what is not there is not found", () => {
  expect(findModule("mine")).toEqual({ file: undefined, refused: [] });
});
