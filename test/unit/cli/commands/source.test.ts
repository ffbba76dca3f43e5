import { join } from "node:path";
import { expect, it, describe } from "vitest";
import {
  loadCommands,
  loadDefinitions,
  locatedFailure,
  describeFinding,
  findingAsData,
} from "../../../../src/cli/commands/source.ts";
import { Failure } from "../../../../src/cli/frame/failure.ts";
import { folderWith, ping } from "../../../setup/program/game-folder.ts";
import { runningAct } from "../../../setup/program/run-act.ts";
import { createPaint } from "../../../../src/cli/frame/terminal.ts";
import type { Call } from "../../../../src/cli/frame/run-command.ts";
import { validateCommandSet } from "../../../../src/commands/index.ts";
import { expectEnd } from "../../../setup/program/one-line.ts";
import { translatedGame, languageFile } from "../../../setup/program/translated-game.ts";

const here = { guildId: undefined };

function load(name: string, content: unknown) {
  return loadDefinitions(join(folderWith({ [name]: content }), name), here);
}

it("accepts a renamed command's former name", async () => {
  const { findings } = await load("c.json", [{ ...ping, renamedFrom: "pong" }]);
  expect(findings).toEqual([]);
});

it.each([null, 5, { commands: 5 }])("reports %j as invalid", async (content) => {
  const { findings } = await load("c.json", content);
  expect(findings).toMatchObject([{ finding: { rule: "set-list" }, position: { line: 1, column: 1 } }]);
});

it.each([
  ["c.mjs", "export default [\n  {,}\n];", ":2:4: Unexpected token."],
  ["c.json", '[\n  {"a" 1}\n]', ":2:8: "],
  ["d.json", "[", ":1:2: The JSON is incomplete."],
  ["e.mjs", "throw new Error('Not today.')", " cannot be loaded: Not today."],
])("reports why %s cannot be loaded, and the position of a syntax error", async (name, text, words) => {
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

it("returns the commands and prints the findings if they are all warnings", async () => {
  const cwd = folderWith({ "c.json": [{ ...ping, dm_permission: false }] });
  const loading = async (call: Call) => ({
    result: { ...(await loadCommands(call, join(cwd, "c.json"), here)) },
  });
  await expectEnd(runningAct(loading, [], { cwd }), 0, "c.json:5:5 warning");
});

describe("locatedFailure", () => {
  function located(name: string, text: string, message: string): string | undefined {
    const path = join(folderWith({ [name]: text }), name);
    return locatedFailure(new Error(message), path)?.message.replace(path, name);
  }

  it.each([
    ["c.mjs", "export default [\n  {,}", "Unexpected token ','", "c.mjs:2:4: Unexpected token."],
    [
      "c.json",
      '[\n  {"a" 1}',
      "c.json cannot be loaded: Expected ':' in JSON at position 8",
      "c.json:2:7: Expected ':'.",
    ],
    [
      "cut.json",
      '[\n  {"a": 1}\n\n',
      "Unexpected end of JSON input",
      "cut.json:2:11: The JSON is incomplete.",
    ],
  ])("adds the position to an error in %s", (name, text, message, expected) => {
    expect(located(name, text, message)).toBe(expected);
  });

  it.each([
    ["c.mjs", "throw 1", "1"],
    ["c.json", "[", "EACCES"],
  ])("returns undefined for an error in %s at an unknown position", (name, text, message) => {
    expect(located(name, text, message)).toBeUndefined();
  });

  it("returns undefined if the file does not exist", () => {
    expect(locatedFailure(new Error("ENOENT"), "/nowhere/c.mjs")).toBeUndefined();
  });

  it("returns undefined for an error that has a hint, such as unsupported TypeScript", () => {
    const path = join(folderWith({ "c.ts": "const a: number = 1" }), "c.ts");
    const failure = new Failure("Node cannot read TypeScript.", {
      code: "file_unreadable",
      hint: "Use another.",
    });
    expect(locatedFailure(failure, path)).toBeUndefined();
  });
});

describe("describeFinding", () => {
  const [finding] = validateCommandSet([{ name: "Big", description: "x" }], { scope: "global" });
  const found = finding ?? expect.unreachable();
  const terminal = { wrap: (text: string) => text };

  it("shows only the file if the position is unknown and refers to the whole input if no field is named", () => {
    const whole = { ...found, path: "", severity: "warning" as const };
    const located = { finding: whole, position: undefined };
    const text = describeFinding(located, "/game/all.mjs", { cwd: "/", terminal }, createPaint(true));
    expect(text).toContain("game/all.mjs");
    expect(text).toContain("warning\u001B[39m the whole\n");
    expect(findingAsData(located, "/game/all.mjs")).toMatchObject({
      file: "/game/all.mjs",
      line: undefined,
    });
  });

  it("fits the terminal width, including the indent, on stdout and stderr", async () => {
    const print = (call: Call) => {
      const located = { finding: found, position: undefined };
      const text = describeFinding(located, "/game/all.mjs", { ...call, cwd: "/game" }, call.terminal.paint);
      call.terminal.print(text);
      call.terminal.note(text);
      return Promise.resolve({ result: {} });
    };
    const { stdout, stderr } = await runningAct(print, [], { columns: 40, env: { NO_COLOR: "1" } });
    expect(stderr).toBe(stdout);
    expect(stdout).toBe(
      'all.mjs error Big.name\n    "Big" contains capital letters.\n    Write "big". [name-lowercase]\n',
    );
  });
});

describe("with languages", () => {
  function loadTranslated(commands: unknown, files: Readonly<Record<string, unknown>>) {
    const { cwd } = translatedGame(commands, files);
    return loadDefinitions(`${cwd}/commands.json`, {
      guildId: undefined,
      languagesFolder: `${cwd}/languages`,
    });
  }

  it("adds translations to definitions and reports findings at their line in the language file", async () => {
    const de = languageFile("de", { "slash/ping.description": "Antwortet.", "slash/ping.name": "Klopf" });
    const { commands, findings } = await loadTranslated([ping], { "languages/de.json": de });
    expect(commands).toMatchObject([{ description_localizations: { de: "Antwortet." } }]);
    expect(findings).toMatchObject([
      {
        finding: { rule: "name-lowercase" },
        position: { path: expect.stringContaining("de.json"), line: 10 },
      },
    ]);
  });

  it("reports a finding in an inline translation at the definition", async () => {
    const own = { ...ping, name_localizations: { de: "Klopf" } };
    const { findings } = await loadTranslated([own], { "languages/de.json": languageFile("de", {}) });
    expect(findings).toMatchObject([{ position: { path: expect.stringContaining("commands.json") } }]);
  });

  it("rejects duplicate translations and reports definitions that are not an array", async () => {
    const own = { ...ping, name_localizations: { de: "poch" } };
    const de = { "languages/de.json": languageFile("de", { "slash/ping.name": "klopf" }) };
    await expect(loadTranslated([own], de)).rejects.toMatchObject({ code: "language_invalid", exitCode: 2 });
    expect((await loadTranslated(5, de)).findings).toMatchObject([{ finding: { rule: "set-list" } }]);
  });
});
