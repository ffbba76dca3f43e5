import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { runProgram } from "../setup/child-process.ts";
import { needs } from "../setup/system-parts.ts";
import { sharedFolder } from "../setup/temporary-folder.ts";

const root = new URL("../..", import.meta.url).pathname;
const game = join(sharedFolder(), "game");

describe("A game in C++ beside its launcher", needs("g++", "whole programs"), () => {
  beforeAll(() => {
    const flags = ["-std=c++17", "-Wall", "-Wextra", "-Werror", "-pthread"];
    const { status, stderr } = spawnSync("g++", [...flags, "-o", game, "examples/cpp-game/game.cpp"], {
      cwd: root,
      encoding: "utf8",
      timeout: 120_000,
    });
    expect([status, stderr]).toEqual([0, ""]);
  }, 150_000);

  it("gets a token over standard input and a new one for one that was rejected, and none as an argument", async () => {
    const { status, stdout, stderr } = await runProgram(process.execPath, ["examples/35-cpp-game.js"], {
      cwd: root,
      env: { ...process.env, GAME: game },
    });
    expect(stdout).toMatch(/^Hello, .+\.\n$/);
    expect(stderr.split("\n").filter((line) => !line.includes("Warning"))).toEqual([
      "arguments: 0",
      expect.stringMatching(/^token of \d\d+ characters, with an end$/),
      expect.stringMatching(/^token of \d\d+ characters, with an end$/),
      "quit",
      "",
    ]);
    expect(status).toBe(0);
  });

  it.each([
    ["the session ends", "token 0 abc\nended\n", ["token of 3 characters, without an end", "signed out"]],
    ["the launcher goes", "", ["signed out"]],
    ["lines are wrong", "token\ntoken x y\nother\n\ntoken 5\nended\n", ["signed out"]],
  ])("ends well when %s", (_, input, told) => {
    const { status, stderr } = spawnSync(game, [], { input, encoding: "utf8", timeout: 20_000 });
    expect(status).toBe(0);
    const lines = stderr.trim().split("\n").slice(1);
    // The end may be there before the game has looked for the token.
    expect([told, told.slice(-1)]).toContainEqual(lines);
  });
});
