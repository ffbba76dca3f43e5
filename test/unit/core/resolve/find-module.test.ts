import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { findModule } from "../../../../src/core/resolve/find-module.ts";
import { Files, neighbour, player, sharedByAll } from "../../../setup/other-users.ts";
import { needs } from "../../../setup/system-parts.ts";

let folder: string;
let installed: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "modules-"));
  installed = join(folder, "node_modules/mine/index.js");
  mkdirSync(join(folder, "node_modules/mine"), { recursive: true });
  writeFileSync(installed, "");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("finds one of the library's dependencies", () => {
  expect(findModule("oauth4webapi").file).toMatch(/oauth4webapi/);
});

test("resolves a module from the first file that can find it, possibly the program", () => {
  expect(findModule("mine", [join(folder, "out/game.js")]).file).toBe(installed);
  expect(findModule("mine", [undefined, "/nowhere/game.js", join(folder, "game")]).file).toBe(installed);
});

test("returns undefined for a missing module", () => {
  expect(findModule("mine")).toEqual({ file: undefined, refused: [] });
});

test("skips a broken package and a dangling link", () => {
  const game = join(folder, "a/b/game.js");
  mkdirSync(join(folder, "a/node_modules/mine"), { recursive: true });
  mkdirSync(join(folder, "a/b/node_modules"), { recursive: true });
  symlinkSync("/nowhere", join(folder, "a/b/node_modules/mine"));
  expect(findModule("mine", [game])).toEqual({ file: installed, refused: [] });
});

test(
  "skips and reports another user's module, even if no other module is found",
  needs("the root user"),
  () => {
    const files = new Files(sharedByAll());
    const game = files.put(player, "a/game.js", "");
    const theirs = files.put(neighbour, "node_modules/@theirs/module/index.js", "");
    const spy = vi.spyOn(process, "geteuid").mockReturnValue(player);
    onTestFinished(() => spy.mockRestore());
    const refused = [{ path: join(theirs, ".."), reason: `belongs to another user (${neighbour})` }];
    expect(findModule("@theirs/module", [game])).toEqual({ file: undefined, refused });
  },
);
