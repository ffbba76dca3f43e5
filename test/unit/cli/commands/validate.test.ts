import { join } from "node:path";
import { expect, it, test, describe } from "vitest";
import { folderWith } from "../../../setup/program/game-folder.ts";
import { runInProcess } from "../../../setup/program/run-in-process.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { annotationOf } from "../../../../src/cli/commands/validate.ts";

const config = { environments: { development: { applicationId: "1400000000000000001" } } };
const wrong = `const ping = {
  name: "Ping pong",
  description: "Answers.",
};
export default [ping, { name: "x", description: "", nsfw: 1 }];
`;

it("prints where each finding is and how to fix it", async () => {
  const cwd = folderWith({ "slashpass.config.json": config, "commands.mjs": wrong });
  const { code, stdout, stderr } = await runInProcess(["commands", "validate"], { cwd });
  expect([code, stderr]).toEqual([3, ""]);
  await expect(stdout).toMatchFileSnapshot("../../../golden/program/validate.txt");
});

it("accepts a valid file, including an object with a commands array and an editor's $schema", async () => {
  const commands = [{ name: "ping", description: "Answers." }];
  const cwd = folderWith({ "all.json": { $schema: "./schema.json", commands } });
  const run = await runInProcess(["commands", "validate", "--file", "all.json"], { cwd });
  expect(run).toEqual({ code: 0, stdout: "1 command: 0 errors, 0 warnings.\n", stderr: "" });
});

it("prints findings as JSON and exits with 0 if they are all warnings", async () => {
  const files = { "c.json": [{ name: "ping", description: "Answers.", dm_permission: false }], "d.json": 5 };
  const cwd = folderWith(files);
  const warned = await runInProcess(["commands", "validate", "--file", "c.json", "--json"], { cwd });
  const { result } = readObject(warned.stdout);
  expect([warned.code, result]).toMatchObject([
    0,
    {
      file: join(cwd, "c.json"),
      scope: "global",
      warnings: 1,
      findings: [
        { file: join(cwd, "c.json"), line: 5, column: 5, severity: "warning", keys: [0, "dm_permission"] },
      ],
    },
  ]);
  const none = await runInProcess(["commands", "validate", "--file", "d.json", "--json"], { cwd });
  expect([none.code, readObject(none.stdout).result]).toMatchObject([3, { commands: 0, errors: 1 }]);
});

it("validates against the rules for guild commands", async () => {
  const contexts = [0];
  const cwd = folderWith({ "c.json": [{ name: "ping", description: "Answers.", contexts }] });
  const validating = (...words: string[]) =>
    runInProcess(["commands", "validate", "-f", "c.json", ...words], { cwd });
  expect((await validating()).code).toBe(0);
  const { stdout } = await validating("--guild", "1400000000000000002");
  expect(stdout).toContain("c.json:5:5");
});

it("prints GitHub annotations and rejects --json", async () => {
  const cwd = folderWith({ "game/slashpass.config.json": config, "game/commands.mjs": wrong });
  const setting = { cwd: join(cwd, "game"), env: { GITHUB_WORKSPACE: cwd } };
  const { code, stdout } = await runInProcess(["commands", "validate", "--format", "github"], setting);
  const lines = stdout.trimEnd().split("\n");
  expect([code, lines[0]]).toEqual([
    3,
    expect.stringMatching(/^::error file=game\/commands\.mjs,line=2,col=\d+,title=[\w-]+::/),
  ]);
  expect(lines.at(-1)).toMatch(/^2 commands: /);
  const both = await runInProcess(["commands", "validate", "--format", "github", "--json"], setting);
  expect([both.code, readObject(both.stdout).error?.code]).toEqual([2, "misunderstood"]);
});

describe("annotationOf", () => {
  const finding = {
    severity: "error",
    path: "[0].name",
    keys: [0, "name"],
    rule: "name-characters",
    value: '"Ping pong"',
    message: "has a space.",
    fix: "Write ping-pong.",
  } as const;

  test("includes only the file if the position is unknown", () => {
    const warning = { ...finding, severity: "warning" } as const;
    expect(
      annotationOf({ finding: warning, position: undefined }, "/repository/c.json", "/repository"),
    ).toMatch(/^::warning file=c\.json,title=name-characters::/);
  });

  test("escapes the runner's workflow commands", () => {
    const hostile = { ...finding, message: "100 %\n::set-env name=PATH::x\r" };
    const position = { path: "/r/a,b:c.json", line: 1, column: 1 };
    const line = annotationOf({ finding: hostile, position }, "/r/a,b:c.json", "/r");
    expect(line).not.toMatch(/[\r\n]/);
    expect(line).toMatch(
      /^::error file=a%2Cb%3Ac\.json,line=1,col=1,title=name-characters::.*100 %25%0A::set-env/,
    );
  });
});
