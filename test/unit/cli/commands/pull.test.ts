import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { createGame, ping, score, useEmulator } from "../../../setup/program/game-folder.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { expectEnd, oneLine } from "../../../setup/program/one-line.ts";

const emulator = await useEmulator();
afterEach(() => vi.unstubAllGlobals());

it.each(["all.json", "all.mjs"])("writes %s, after which a plan shows no changes", async (file) => {
  const game = createGame(emulator, [], { application: { commands: [ping, score] } });
  const { code, stdout, stderr } = await game.run(["commands", "pull", "--file", file]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(oneLine(stdout)).toBe(`Wrote 2 commands to ${join(game.cwd, file)}.`);
  expect((await game.run(["commands", "plan", "--exit-code", "--file", file])).code).toBe(0);
});

const readsTypeScript = Boolean((process.features as { typescript?: unknown }).typescript);

it("writes TypeScript only if this Node version can load it", async () => {
  const game = createGame(emulator, [], { application: { commands: [score] } });
  const { code, stderr } = await game.run(["commands", "pull", "--file", "all.mts"]);
  const planned = () => game.run(["commands", "plan", "--exit-code", "--file", "all.mts"]);
  const outcome = readsTypeScript
    ? [readFileSync(join(game.cwd, "all.mts"), "utf8"), (await planned()).code]
    : [oneLine(stderr), existsSync(join(game.cwd, "all.mts"))];
  expect([code, ...outcome]).toEqual(
    readsTypeScript
      ? [0, expect.stringContaining("satisfies DesiredCommand[]"), 0]
      : [2, expect.stringContaining("cannot read TypeScript"), false],
  );
});

it("rejects file types that the program cannot load", async () => {
  const game = createGame(emulator, [], { application: { commands: [score] } });
  for (const file of ["all", "all.txt", "all.cjs", "all.cts"]) {
    await expectEnd(game.run(["commands", "pull", "--file", file]), 2, "could not read");
  }
  game.write("package.json", { type: "commonjs" });
  const { code, stderr } = await game.run(["commands", "pull", "--file", "all.js"]);
  expect([code, oneLine(stderr)]).toEqual([2, expect.stringContaining("ends in .mjs")]);
  game.write("package.json", { type: "module" });
  await game.run(["commands", "pull", "--file", "all.js"]);
  expect((await game.run(["commands", "plan", "--exit-code", "--file", "all.js"])).code).toBe(0);
});

it.each([
  ["if Node cannot read TypeScript", {}, "cannot read TypeScript"],
  ["in a CommonJS directory", { typescript: "strip" }, "ends in .mts"],
])("writes no .ts file %s", async (_, features, reason) => {
  const game = createGame(emulator, [], { application: { commands: [score] } });
  game.write("package.json", { type: "commonjs" });
  vi.stubGlobal("process", { ...process, features });
  await expectEnd(game.run(["commands", "pull", "--file", "all.ts"]), 2, reason);
  expect(existsSync(join(game.cwd, "all.ts"))).toBe(false);
});

it("overwrites the file named in the config only with --force or after confirmation", async () => {
  const game = createGame(emulator, [ping], { application: { commands: [score] } });
  expect((await game.run(["commands", "pull"], { columns: 200, typed: ["n"] })).code).toBe(1);
  expect(readFileSync(join(game.cwd, "commands.json"), "utf8")).toContain("ping");
  await expectEnd(game.run(["commands", "pull"]), 2, "would be overwritten");
  const { result } = readObject((await game.run(["commands", "pull", "--force", "--json"])).stdout);
  expect(result).toMatchObject({ file: join(game.cwd, "commands.json"), commands: 1 });
  expect((await game.run(["commands", "pull"], { columns: 200, typed: ["y"] })).code).toBe(0);
});
