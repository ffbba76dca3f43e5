import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runInProcess } from "../../../../setup/program/run-in-process.ts";
import { readObject } from "../../../../setup/program/schema.ts";
import { temporaryFolder } from "../../../../setup/temporary-folder.ts";

it("writes a game and prints the next steps", async () => {
  const cwd = temporaryFolder();
  const { code, stdout, stderr } = await runInProcess(["init", "--electron", "--yes"], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const lines = stdout.split("\n");
  expect(lines.filter((line) => line.length > 80 && !line.includes(cwd))).toEqual([]);
  expect(lines.filter((line) => /^ {5}np[mx] /.test(line)).map((line) => line.trim())).toEqual([
    "npm install",
    "npm test",
    "npx slashpass emulator -- npm run dev",
    "npm run dev",
    "npm run package",
  ]);
  expect(stdout.replaceAll(/\s+/g, " ")).toContain("Set the application's id in src/main/account.ts.");
  expect(existsSync(join(cwd, "slashpass.config.mjs"))).toBe(false);
  expect(readFileSync(join(cwd, "package.json"), "utf8")).toContain('"main": "out/main/index.js"');
});

it("writes the id of the given application", async () => {
  const cwd = temporaryFolder();
  const words = ["init", "--electron", "--application", "1400000000000000001", "--json"];
  const { stdout } = await runInProcess(words, { cwd });
  expect(readObject(stdout).result?.["files"]).toContain(join(cwd, "src/main/account.ts"));
  expect(readFileSync(join(cwd, "src/main/account.ts"), "utf8")).toContain("1400000000000000001");
});

it("asks where to test, as init does without --electron", async () => {
  const cwd = temporaryFolder();
  const { code, stderr } = await runInProcess(["init", "--electron"], { cwd, columns: 80, typed: ["\r"] });
  expect([code, stderr]).toEqual([0, expect.stringContaining("Where do you want to test?")]);
});

it("overwrites no file without --force", async () => {
  const cwd = temporaryFolder();
  writeFileSync(join(cwd, "tsconfig.json"), "{}");
  const words = ["init", "--electron", "--yes"];
  const { code, stderr } = await runInProcess(words, { cwd });
  expect([code, stderr]).toEqual([2, expect.stringContaining("Use an empty directory, or add --force.")]);
  expect(readdirSync(cwd)).toEqual(["tsconfig.json"]);
  expect((await runInProcess([...words, "--force"], { cwd })).code).toBe(0);
});

it("rejects the options of the config and the commands", async () => {
  const cwd = temporaryFolder();
  const words = ["init", "--electron", "--yes", "--activity", "--format", "json"];
  const { code, stderr } = await runInProcess(words, { cwd });
  expect([code, stderr]).toEqual([2, expect.stringContaining("--electron and --format, --activity cannot")]);
  expect(readdirSync(cwd)).toEqual([]);
});
