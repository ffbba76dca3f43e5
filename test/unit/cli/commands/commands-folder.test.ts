import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { loadDefinitions } from "../../../../src/cli/commands/source.ts";
import type { Failure } from "../../../../src/cli/frame/failure.ts";
import { loadFile, loadFileAnew } from "../../../../src/cli/settings/load-file.ts";
import { folderWith, ping, score } from "../../../setup/program/game-folder.ts";
import { runInProcess } from "../../../setup/program/run-in-process.ts";
import { expectEnd } from "../../../setup/program/one-line.ts";

const builders = pathToFileURL(
  join(import.meta.dirname, "../../../../node_modules/@discordjs/builders/dist/index.js"),
);

/** One command for each supported file type, named after its file. The last three files are ignored. */
const files = {
  "a.json": { ...ping, name: "a" },
  "b.mjs": 'export default { name: "b", description: "B" };',
  "c.cjs": 'module.exports = { data: { name: "c", description: "C" }, execute: () => undefined };',
  "fun/d.mjs": 'export const data = { name: "d", description: "D" };\nexport function execute() {}',
  "fun/e.mjs": `import { SlashCommandBuilder } from ${JSON.stringify(builders.href)};
export default { data: new SlashCommandBuilder().setName("e").setDescription("E"), execute() {} };`,
  "fun/more/f.mjs":
    'export default { body: { name: "f", description: "F" }, warnings: [], run() {}, suggest() {} };',
  "g.d.ts": "export {};",
  "notes.md": "# Notes",
  ".hidden.mjs": "throw new Error();",
};

const load = (folder: string, how = loadFile) => loadDefinitions(folder, { guildId: undefined }, how);
const failureOf = (folder: string) =>
  load(folder).then(
    () => expect.unreachable(),
    (error: unknown) => error as Failure,
  );

describe("a commands directory", () => {
  it.each([
    ["loadFile", loadFile],
    ["loadFileAnew", loadFileAnew],
  ])("is read in path order by %s", async (_, how) => {
    const { commands, findings } = await load(folderWith(files), how);
    expect(findings).toEqual([]);
    const names = JSON.parse(JSON.stringify(commands)) as { name: string }[];
    expect(names.map(({ name }) => name)).toEqual(["a", "b", "c", "d", "e", "f"]);
  });

  it("reports a finding at its position in the file", async () => {
    const folder = folderWith({
      "a.mjs": 'export default {\n  name: "A B",\n  description: "x" };',
      "b.mjs": 'export default {\n  execute() {},\n  data: { name: "B C",\n  description: "x" } };',
      "c.mjs": 'const data = { name: "C D", description: "x" };\nexport { data };',
      "d.mjs":
        'import { make } from "./lib/make.txt.mjs";\nexport default make({\n  name: "D E", description: "x" });',
      "lib/make.txt.mjs":
        'export const make = (body) => ({ body });\nexport default { name: "ok", description: "x" };',
    });
    const { findings } = await load(folder);
    // Each name breaks two rules.
    expect(findings.map(({ position }) => position).filter((_, index) => index % 2 === 0)).toEqual([
      { path: join(folder, "a.mjs"), line: 2, column: 3 },
      { path: join(folder, "b.mjs"), line: 3, column: 11 },
      { path: join(folder, "c.mjs"), line: 1, column: 1 },
      { path: join(folder, "d.mjs"), line: 3, column: 3 },
    ]);
  });

  it("rejects two files that define the same command", async () => {
    const folder = folderWith({ "a.json": ping, "b.json": ping });
    const { findings } = await load(folder);
    expect(findings).toMatchObject([{ position: { path: join(folder, "b.json") } }]);
  });

  it.each([
    ["is empty", { "read.me": "" }, "contains no JavaScript, TypeScript or JSON files"],
    ["has a file that exports a list", { "a.json": [ping] }, "a.json does not export a command"],
    ["has a file whose data is not an object", { "a.json": { data: 5 } }, "a.json does not export a command"],
    ["has a file without exports", { "a.mjs": "export const helper = 1;" }, "it has no default export"],
    ["has a file with a syntax error", { "a.mjs": "export default {\n  {,}" }, "a.mjs:2:3: Unexpected token"],
  ])("is rejected if it %s", async (_, content, reason) => {
    const { code, exitCode, message } = await failureOf(folderWith(content));
    expect([code, exitCode]).toEqual(["file_unreadable", 2]);
    expect(message).toContain(reason);
  });

  it("can be selected in the config", async () => {
    const cwd = folderWith({
      "slashpass.config.json": {
        environments: { test: { applicationId: "100000000000000002" } },
        commands: "./commands",
      },
      "commands/ping.json": ping,
      "commands/score.mjs": `export default { data: ${JSON.stringify(score)}, execute() {} };`,
    });
    const validated = await runInProcess(["commands", "validate"], { cwd });
    expect([validated.code, validated.stdout]).toEqual([0, expect.stringContaining("2 commands: 0 errors")]);
    await expectEnd(runInProcess(["commands", "pull"], { cwd }), 2, "it is a folder");
    expect(readFileSync(join(cwd, "commands/ping.json"), "utf8")).toContain("Answers.");
  });
});
