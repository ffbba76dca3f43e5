import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkConfig } from "../../../../src/cli/settings/config-file.ts";
import { loadFile } from "../../../../src/cli/settings/load-file.ts";
import { validateCommandSet } from "../../../../src/commands/index.ts";
import { type ProgramSetting, runInProcess } from "../../../setup/program/run-in-process.ts";
import { readObject } from "../../../setup/program/schema.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";
import { oneLine } from "../../../setup/program/one-line.ts";

const id = "1400000000000000001";
const guild = "1400000000000000002";
const live = "1400000000000000003";
const ofEmulator = {
  applicationId: "1000000000000001",
  apiBase: "http://127.0.0.1:8181/api/v10",
  webBase: "http://127.0.0.1:8181",
};
const enter = "\r";
const down = "\u001B[B";
const controlC = "\u0003";

function init(words: readonly string[], setting: ProgramSetting = {}, cwd = temporaryFolder()) {
  return { cwd, ended: runInProcess(["init", ...words], { ...setting, cwd }) };
}

async function configIn(cwd: string, name: string) {
  return checkConfig(await loadFile(join(cwd, name), "The config"), name);
}

describe("with --yes", () => {
  it("writes the files and prints the next steps", async () => {
    const { cwd, ended } = init(["--yes", "--application", id, "--guild", guild, "--production", live]);
    const { code, stdout, stderr } = await ended;
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("Wrote slashpass.config.mjs, commands.mjs and handler.mjs.");
    expect(stdout).toContain("SLASHPASS_PRODUCTION_BOT_TOKEN");
    expect(stdout).toContain("npx slashpass dev");
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(await configIn(cwd, "slashpass.config.mjs")).toEqual({
      environments: {
        development: { applicationId: id, guildId: guild },
        production: { applicationId: live, protected: true },
      },
      defaultEnvironment: "development",
      commands: "./commands.mjs",
      handler: "./handler.mjs",
    });
  });

  it("uses the emulator's application by default and adds the dev script to a package.json", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "package.json"), "{}");
    const { stdout, stderr } = await init(["--yes"], {}, folder).ended;
    expect([stderr, oneLine(stdout)]).toEqual([
      "",
      expect.stringContaining("Added the script 'dev' to package.json."),
    ]);
    expect(stdout).toContain("npm run dev");
    expect(readFileSync(join(folder, "package.json"), "utf8")).toContain('"dev": "slashpass dev"');
    expect((await configIn(folder, "slashpass.config.mjs")).environments["development"]).toEqual(ofEmulator);
  });

  it("writes JSON with schemas for editors", async () => {
    const { cwd, ended } = init(["--yes", "--application", id, "--format", "json", "--json"]);
    const printed = readObject((await ended).stdout);
    expect(printed.result).toEqual({
      files: [join(cwd, "slashpass.config.json"), join(cwd, "commands.json"), join(cwd, "handler.mjs")],
      environments: ["development"],
    });
    const read = (name: string) => JSON.parse(readFileSync(join(cwd, name), "utf8")) as { $schema: string };
    expect(read("commands.json").$schema).toBe("./node_modules/slashpass/dist/schemas/commands.json");
    expect(read("slashpass.config.json").$schema).toBe("./node_modules/slashpass/dist/schemas/config.json");
    expect(await configIn(cwd, "slashpass.config.json")).toMatchObject({ commands: "./commands.json" });
  });

  it("uses the emulator's settings from environment variables", async () => {
    const env = {
      SLASHPASS_APPLICATION_ID: id,
      SLASHPASS_GUILD_ID: guild,
      SLASHPASS_API_BASE: "http://127.0.0.1:8181/api",
      SLASHPASS_WEB_BASE: "http://127.0.0.1:8181",
    };
    const { cwd, ended } = init(["--yes", "--without-commands"], { env });
    expect((await ended).stdout).toContain("Add your commands to commands.mjs");
    expect(readdirSync(cwd)).toEqual(["slashpass.config.mjs"]);
    expect((await configIn(cwd, "slashpass.config.mjs")).environments["development"]).toEqual({
      applicationId: id,
      guildId: guild,
      apiBase: "http://127.0.0.1:8181/api",
      webBase: "http://127.0.0.1:8181",
    });
  });

  it.each([
    [[], { SLASHPASS_APPLICATION_ID: "here" }, "applicationId must be an id"],
    [["--emulator", "--application", id], {}, "cannot be used together"],
    [["--application", "here"], {}, "--application must be an id"],
    [["--application", id, "--guild", "5"], {}, "--guild must be an id"],
    [["--application", id], { SLASHPASS_API_BASE: "here" }, "apiBase must be an address"],
  ])("rejects %j with the variables %j", async (words, env, reason) => {
    const { cwd, ended } = init(["--yes", ...words], { env });
    const { code, stderr } = await ended;
    expect([code, stderr.replaceAll("\n", " ")]).toEqual([2, expect.stringContaining(reason)]);
    expect(readdirSync(cwd)).toEqual([]);
  });
});

describe("at a terminal", () => {
  const typed = [down + enter, id + enter, guild + enter, enter, enter, enter];

  it("offers the emulator first, which requires no id", async () => {
    const { cwd, ended } = init([], { columns: 80, typed: [enter, enter, enter] });
    expect(await ended).toMatchObject({ code: 0 });
    expect((await configIn(cwd, "slashpass.config.mjs")).environments["development"]).toEqual(ofEmulator);
  });

  it("prompts for everything before writing", async () => {
    const { cwd, ended } = init([], { columns: 80, typed });
    const { code, stderr } = await ended;
    expect([code, stderr]).toEqual([0, expect.stringContaining("Your application's id")]);
    expect(await configIn(cwd, "slashpass.config.mjs")).toEqual({
      environments: { development: { applicationId: id, guildId: guild } },
      commands: "./commands.mjs",
      handler: "./handler.mjs",
    });
    const commands = await loadFile(join(cwd, "commands.mjs"), "The commands");
    expect(validateCommandSet(commands, { scope: "guild" })).toEqual([]);
  });

  it("reports an invalid answer and prompts again", async () => {
    const { ended } = init([], { columns: 80, typed: [down + enter, `12${enter}${controlC}`] });
    expect((await ended).stderr).toContain("An id has 15 to 20 digits.");
  });

  it.each([1, 2, 3, 4, 5, 6])("writes nothing if answer %d is Ctrl-C", async (count) => {
    const { cwd, ended } = init([], { columns: 80, typed: [...typed.slice(0, count - 1), controlC] });
    const { code, stdout } = await ended;
    expect([code, stdout, readdirSync(cwd)]).toEqual([130, "", []]);
  });
});

describe("with an existing file", () => {
  const words = ["--application", id, "--guild", guild, "--production", live, "--format", "mjs"];
  const taken = () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "commands.mjs"), "// mine");
    return cwd;
  };

  it("overwrites it only after confirmation", async () => {
    const no = init(words, { columns: 80, typed: ["y", "n"] }, taken());
    expect(await no.ended).toMatchObject({ code: 1 });
    expect(readdirSync(no.cwd)).toEqual(["commands.mjs"]);
    expect(readFileSync(join(no.cwd, "commands.mjs"), "utf8")).toBe("// mine");
    const yes = init(words, { columns: 80, typed: ["y", "y"] }, no.cwd);
    expect(await yes.ended).toMatchObject({ code: 0 });
    expect(readFileSync(join(no.cwd, "commands.mjs"), "utf8")).not.toBe("// mine");
  });

  it("overwrites it with --force, but fails with --yes alone, and never writes a second config", async () => {
    const cwd = taken();
    const refusal = async (more: readonly string[]) => {
      const { code, stdout } = await init([...words, "--yes", "--json", ...more], {}, cwd).ended;
      return [code, readObject(stdout).error?.code];
    };
    expect(await refusal([])).toEqual([2, "file_exists"]);
    expect(readdirSync(cwd)).toEqual(["commands.mjs"]);
    expect(await refusal(["--force"])).toEqual([0, undefined]);
    expect(await refusal(["--force", "--format", "json"])).toEqual([2, "config_exists"]);
  });
});

it("writes nothing after an interruption", async () => {
  const end = new AbortController();
  end.abort();
  const { cwd, ended } = init(["--yes", "--application", id], { signal: end.signal });
  expect(await ended).toMatchObject({ code: 130 });
  expect(readdirSync(cwd)).toEqual([]);
});

const given = [
  ["--application", "1400000000000000001"],
  ["--guild", "1400000000000000002"],
  ["--production", "1400000000000000003"],
  ["--format", "mjs"],
  ["--without-commands"],
];

it.each(given.map(([name = ""], index) => [name, index] as const))(
  "reports that %s is required if there is no terminal",
  async (name, index) => {
    const { code, stderr } = await init(given.toSpliced(index, 1).flat()).ended;
    expect([code, stderr]).toEqual([2, expect.stringMatching(new RegExp(`Pass .*${name}`))]);
  },
);

it("offers the values of environment variables", async () => {
  const env = { SLASHPASS_APPLICATION_ID: "1400000000000000007" };
  const { ended } = init([], { env, columns: 80, typed: [controlC] });
  expect((await ended).stderr).toContain("1400000000000000007");
});
