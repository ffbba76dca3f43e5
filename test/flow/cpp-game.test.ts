import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { outputOf, runProgram } from "../setup/child-process.ts";
import { needs } from "../setup/system-parts.ts";
import { sharedFolder } from "../setup/temporary-folder.ts";

const root = new URL("../..", import.meta.url).pathname;
const game = join(sharedFolder(), "game");

describe("a C++ game with a launcher", needs("g++"), () => {
  beforeAll(async () => {
    const flags = ["-std=c++17", "-Wall", "-Wextra", "-Werror", "-pthread"];
    await outputOf("g++", [...flags, "-o", game, "examples/cpp-game/game.cpp"], { cwd: root });
  });

  it("receives tokens only on standard input, never as arguments, and gets a new one after a rejection", async () => {
    const { status, stdout, stderr } = await runProgram(process.execPath, ["examples/36-cpp-game.js"], {
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
    ["lines are invalid", "token\ntoken x y\nother\n\ntoken 5\nended\n", ["signed out"]],
  ])("exits cleanly when %s", async (_, lines, reported) => {
    let isTyped = false;
    const { status, stderr } = await runProgram(game, [], {
      respond(_printed, type) {
        if (!isTyped) type(lines);
        isTyped = true;
      },
    });
    expect(status).toBe(0);
    // The session may end before the game reads the token.
    expect([reported, reported.slice(-1)]).toContainEqual(stderr.trim().split("\n").slice(1));
  });

  it("exits cleanly when the launcher exits", async () => {
    expect(await runProgram(game)).toMatchObject({ status: 0, stderr: "arguments: 0\nsigned out\n" });
  });
});
