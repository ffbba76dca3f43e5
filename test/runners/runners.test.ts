import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runProgram } from "../setup/child-process.ts";

const root = new URL("../..", import.meta.url).pathname;
const guide = readFileSync(join(root, "docs/testing.md"), "utf8");

/** A project that contains the guide's game, the package and the runners. */
let project: string;
beforeEach(() => {
  project = mkdtempSync(join(realpathSync(tmpdir()), "slashpass-runners-"));
  const modules = join(project, "node_modules");
  for (const path of ["package.json", "dist"])
    cpSync(join(root, path), join(modules, "slashpass", path), { recursive: true });
  symlinkSync(join(root, "node_modules/vitest"), join(modules, "vitest"));
  for (const name of ["jest", "@jest"])
    symlinkSync(join(import.meta.dirname, "node_modules", name), join(modules, name));
  writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module", jest: { transform: {} } }));
  writeFileSync(join(project, "game.js"), codeUnder("# Testing with players"));
});
afterEach(() => rmSync(project, { recursive: true }));

function codeUnder(heading: string): string {
  const [, below = ""] = guide.split(`\n${heading}\n`.replace(/^\n(?=# )/, ""));
  const [, code = expect.unreachable(`no code under ${heading}`)] =
    /```js[^\n]*\n(.*?)```/s.exec(below) ?? [];
  return code;
}

async function run(heading: string, change: (code: string) => string, args: readonly string[], env = {}) {
  mkdirSync(join(project, "test"), { recursive: true });
  writeFileSync(join(project, "game.test.js"), change(codeUnder(heading)));
  const { status, stdout, stderr } = await runProgram(process.execPath, args, {
    cwd: project,
    env: { ...process.env, NO_COLOR: "1", ...env },
  });
  return { status, output: stdout + stderr };
}

const nodeModules = (path: string) => join(project, "node_modules", path);

const runners = [
  ["## vitest", () => [nodeModules("vitest/vitest.mjs"), "run", "--reporter=verbose"], {}],
  ["## jest", () => [nodeModules("jest/bin/jest.js")], { NODE_OPTIONS: "--experimental-vm-modules" }],
  ["## node:test", () => ["--test"], {}],
] as const;

test.each(runners)("passes the documented test with %s", async (heading, args, env) => {
  const { status, output } = await run(heading, (code) => code, args(), env);
  expect(output).toContain("a player rolls a die");
  expect(status, output).toBe(0);
});

test.each(runners)(
  "fails the documented test with %s if the player sees an unexpected result",
  async (heading, args, env) => {
    const { status, output } = await run(
      heading,
      (code) => code.replace("20 sides.", "21 sides."),
      args(),
      env,
    );
    expect(output).toContain("21 sides.");
    expect(status).toBe(1);
  },
);
