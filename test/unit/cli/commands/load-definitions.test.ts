import { join } from "node:path";
import { expect, it } from "vitest";
import { loadCommands, loadDefinitions } from "../../../../src/cli/commands/source.ts";
import type { Failure } from "../../../../src/cli/frame/failure.ts";
import { folderWith, ping } from "../../../setup/program/game-folder.ts";
import { runningAct } from "../../../setup/program/run-act.ts";

const here = { guildId: undefined };

function load(name: string, content: unknown) {
  return loadDefinitions(join(folderWith({ [name]: content }), name), here);
}

it("accepts an array, or an object with the array in `commands`", async () => {
  expect(await load("c.json", [ping])).toEqual({ commands: [ping], findings: [] });
  expect(await load("c.json", { $schema: "x", commands: [ping] })).toEqual({
    commands: [ping],
    findings: [],
  });
});

it("accepts the former name of a renamed command", async () => {
  const { findings } = await load("c.json", [{ ...ping, renamedFrom: "pong" }]);
  expect(findings).toEqual([]);
});

it.each([null, 5, { commands: 5 }])("reports %j as invalid", async (content) => {
  const { findings } = await load("c.json", content);
  expect(findings).toMatchObject([{ finding: { rule: "set-list" }, place: { line: 1, column: 1 } }]);
});

it.each([
  ["c.mjs", "export default [\n  {,}\n];", ":2:4: Unexpected token."],
  ["c.json", '[\n  {"a" 1}\n]', ":2:8: "],
  ["d.json", "[", ":1:2: The JSON is incomplete."],
  ["e.mjs", "throw new Error('Not today.')", " cannot be loaded: Not today."],
])("reports the position at which %s cannot be parsed", async (name, text, words) => {
  const failure = await load(name, text).then(
    () => expect.unreachable(),
    (error: unknown) => error as Failure,
  );
  expect([failure.code, failure.exitCode, failure.message]).toEqual([
    "file_unreadable",
    2,
    expect.stringContaining(`${name}${words}`),
  ]);
});

it("returns the commands and prints the findings if they are only warnings", async () => {
  const cwd = folderWith({
    "c.json": [{ ...ping, dm_permission: false }],
    "bad.json": [{ ...ping, name: "PING" }],
  });
  const loading = (file: string) =>
    runningAct(
      async (call) => ({ result: { commands: (await loadCommands(call, join(cwd, file), here)).commands } }),
      [],
      { cwd },
    );
  expect(await loading("c.json")).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("c.json:5:5 warning"),
  });
  const { code, stderr } = await loading("bad.json");
  expect([code, stderr]).toEqual([2, expect.stringContaining("bad.json:3:5 error PING.name")]);
});
