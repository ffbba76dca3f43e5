import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Failure } from "../../../../src/cli/frame/failure.ts";
import { readSettings, serviceHost } from "../../../../src/cli/settings/settings.ts";
import { expectEnd } from "../../../setup/program/one-line.ts";
import { folderWith } from "../../../setup/program/game-folder.ts";
import { runInProcess } from "../../../setup/program/run-in-process.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";
import { serviceHost as knownHost } from "../../../../src/core/request/addresses.ts";

const [json, mjs] = ["slashpass.config.json", "slashpass.config.mjs"];
const development = { applicationId: "1400000000000000001", guildId: "1400000000000000002" };
const production = { applicationId: "1400000000000000003", protected: true };

const read = (
  cwd: string,
  options: { config?: string; environment?: string } = {},
  env: Record<string, string> = {},
) => readSettings({ options: { config: undefined, environment: undefined, ...options }, env, cwd });

const withConfig = (environments: object, more: object = {}) =>
  folderWith({ [json]: { environments, ...more } });

async function failureOf(...given: Parameters<typeof read>): Promise<Failure> {
  const error: unknown = await read(...given).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Failure);
  return error as Failure;
}

it.each([
  ["app plan", "There is no config here that has application settings."],
  ["permissions plan", "There is no config here that has permissions."],
  ["commands languages check", "There is no config here that has a languages folder."],
])("reports that %s requires a config and that variables are not enough", async (line, said) => {
  const env = { SLASHPASS_APPLICATION_ID: "1400000000000000001", SLASHPASS_BOT_TOKEN: "bot" };
  const run = runInProcess(line.split(" "), { cwd: temporaryFolder(), env });
  await expectEnd(run, 2, `slashpass: ${said} Create one with 'slashpass init'.`);
});

describe("readSettings", () => {
  it("uses the only environment", async () => {
    const cwd = withConfig({ development });
    expect(await read(cwd)).toEqual({
      ...development,
      environment: "development",
      commandsFile: join(cwd, "commands.mjs"),
      config: join(cwd, json),
    });
  });

  it("finds a config in a parent directory and resolves the commands file relative to it", async () => {
    const text = `export default { environments: ${JSON.stringify({ production })}, commands: "all/of-them.json" };`;
    const above = folderWith({ [mjs]: text });
    const cwd = join(above, "deeper", "still");
    mkdirSync(cwd, { recursive: true });
    const commandsFile = join(above, "all", "of-them.json");
    expect(await read(cwd)).toMatchObject({ ...production, commandsFile });
  });

  it.each([
    ["the option", { environment: "production" }, { SLASHPASS_ENVIRONMENT: "development" }, production],
    ["the variable", {}, { SLASHPASS_ENVIRONMENT: "production" }, production],
    ["the default", {}, {}, development],
    ["the default if the variable is empty", {}, { SLASHPASS_ENVIRONMENT: "" }, development],
  ])("uses the environment selected by %s", async (_name, options, env, expected) => {
    const config = { environments: { development, production }, defaultEnvironment: "development" };
    const cwd = folderWith({ "other.json": config });
    expect(await read(cwd, { config: "other.json", ...options }, env)).toMatchObject(expected);
  });

  const pointed = {
    SLASHPASS_APPLICATION_ID: "1400000000000000001",
    SLASHPASS_API_BASE: "http://127.0.0.1:1/api",
  };

  it("uses variables if there is no config", async () => {
    const { applicationId, apiBase, environment } = await read(temporaryFolder(), {}, pointed);
    expect([applicationId, apiBase, environment]).toEqual([...Object.values(pointed), undefined]);
  });

  const live = { ...development, guildId: undefined, protected: true };
  const twice = { test: development, live, production };

  it.each([["test"], ["live"]])(
    "uses the default environment (%s) if several environments match the application in the variables",
    async (defaultEnvironment) => {
      const { environment } = await read(withConfig(twice, { defaultEnvironment }), {}, pointed);
      expect(environment).toBe(defaultEnvironment);
    },
  );

  it("rejects variables whose application has several environments", async () => {
    const cwd = withConfig(twice, { defaultEnvironment: "production" });
    expect(await failureOf(cwd, {}, pointed)).toMatchObject({
      code: "unknown_environment",
      message: expect.stringMatching(/several environments for application \d+ .*: test, live\./),
      hint: expect.stringContaining("--environment"),
    });
    expect(await read(cwd, { environment: "live" }, pointed)).toMatchObject({ environment: "live" });
  });

  it.each<[Record<string, string>, string]>([
    [
      { SLASHPASS_APPLICATION_ID: "mine" },
      "SLASHPASS_APPLICATION_ID is 'mine', but must be an id, from the developer portal.",
    ],
    [
      // The value may be a secret, so it is not shown.
      { SLASHPASS_APPLICATION_ID: "MTQwMDAwMDAwMDAwMDAwMDAwMQ" },
      "SLASHPASS_APPLICATION_ID must be an id, from the developer portal.",
    ],
    [
      { SLASHPASS_APPLICATION_ID: "1400000000000000001", SLASHPASS_API_BASE: "here" },
      "SLASHPASS_API_BASE is 'here', but must be an address",
    ],
  ])("rejects an invalid variable: %j", async (env, message) => {
    const failure = await failureOf(temporaryFolder(), {}, env);
    expect([failure.code, failure.message]).toEqual(["variable_invalid", expect.stringContaining(message)]);
  });

  it("prefers variables to the default environment, but keeps the application's protection", async () => {
    const more = { defaultEnvironment: "development", commands: "all.json" };
    const cwd = withConfig({ development, production }, more);
    const env = { ...pointed, SLASHPASS_APPLICATION_ID: production.applicationId };
    expect(await read(cwd, {}, env)).toEqual({
      ...production,
      apiBase: "http://127.0.0.1:1/api",
      environment: "production",
      commandsFile: join(cwd, "all.json"),
      config: join(cwd, json),
    });
    const other = await read(cwd, {}, { ...pointed, SLASHPASS_APPLICATION_ID: "1400000000000000009" });
    expect([other.applicationId, other.environment]).toEqual(["1400000000000000009", undefined]);
  });

  it("prefers the selected environment to variables", async () => {
    const cwd = withConfig({ development, production });
    expect(await read(cwd, { environment: "production" }, pointed)).toMatchObject(production);
    const env = { ...pointed, SLASHPASS_ENVIRONMENT: "production" };
    expect(await read(cwd, {}, env)).toMatchObject(production);
  });

  it.each<[string, Record<string, unknown>, { config?: string; environment?: string }, string, string]>([
    ["no config", {}, {}, "no_config", "Create one with 'slashpass init'"],
    ["a missing config", {}, { config: "no.json" }, "config_missing", "There is no config at"],
    ["two configs", { [json]: "{}", [mjs]: "" }, {}, "config_ambiguous", `${mjs}, ${json}`],
    ["invalid JSON", { [json]: "{" }, {}, "file_unreadable", `${json} cannot be loaded`],
    ["no export", { [mjs]: "export const a = 1;" }, {}, "file_unreadable", "it has no default export"],
    ["a module that throws", { [mjs]: "throw 'no'" }, {}, "file_unreadable", "cannot be loaded: no"],
    ["an invalid config", { [json]: "[]" }, {}, "config_invalid", "The config is not an object"],
    [
      "several environments",
      { [json]: { environments: { development, production } } },
      {},
      "unknown_environment",
      "several environments: development, production",
    ],
    [
      "an unknown environment",
      { [json]: { environments: { development } } },
      { environment: "prod" },
      "unknown_environment",
      "The environments are: development.",
    ],
  ])("rejects %s", async (_name, files, options, code, words) => {
    const failure = await failureOf(folderWith(files), options);
    expect([failure.code, failure.exitCode]).toEqual([code, 2]);
    expect(`${failure.message}\n${failure.hint}`).toContain(words);
  });

  it("rejects an environment name if there is no config", async () => {
    const env = { SLASHPASS_APPLICATION_ID: "1400000000000000001" };
    expect((await failureOf(temporaryFolder(), { environment: "production" }, env)).code).toBe("no_config");
  });
});

it("uses the same host as the library, without importing the library", () => {
  expect(serviceHost).toBe(knownHost);
});
