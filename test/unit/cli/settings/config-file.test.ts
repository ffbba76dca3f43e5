import { writeFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it, onTestFinished, vi } from "vitest";
import { configSchema } from "../../../../scripts/schemas/config.ts";
import { checkConfig, findConfig, refusePlanted } from "../../../../src/cli/settings/config-file.ts";
import { Failure } from "../../../../src/cli/frame/failure.ts";
import { join } from "node:path";
import { Files, neighbour, player, sharedByAll } from "../../../setup/other-users.ts";
import { needs } from "../../../setup/system-parts.ts";
import { temporaryFolder } from "../../../setup/temporary-folder.ts";

const environment = { applicationId: "1400000000000000001" };

it("returns a valid config unchanged, including its $schema", () => {
  const config = {
    $schema: "./node_modules/slashpass/dist/schemas/config.json",
    environments: { production: { ...environment, protected: true, scopes: ["identify"] } },
    defaultEnvironment: "production",
    commands: "commands.mjs",
  };
  expect(checkConfig(config, "config.json")).toBe(config);
});

it.each<[string, unknown, string]>([
  ["an array", [], "The config is not an object."],
  [
    "a config without environments",
    {},
    "The config: environments must be an object with one or more environments.",
  ],
  [
    "a config with an unknown field",
    { environments: { staging: environment }, comands: "x" },
    "The config has an unknown field 'comands'; did you mean 'commands'?",
  ],
  [
    "an environment without an application id",
    { environments: { staging: {} } },
    "environments.staging: applicationId must be an id in quotes, from the developer portal.",
  ],
  [
    "an unknown default environment",
    { environments: { staging: environment }, defaultEnvironment: "prod" },
    "defaultEnvironment is 'prod', which is not one of the environments.",
  ],
])("rejects %s", (_name, config, words) => {
  const failure = failureOf(() => checkConfig(config, "config.json"));
  expect(failure).toMatchObject({ code: "config_invalid", message: `config.json: ${words}` });
});

it.each([
  ["guildId", "here", "guildId must be an id in quotes"],
  ["protected", "yes", "protected must be true or false"],
  ["apiBase", "here", "apiBase must be an address that begins with https:// or http://"],
  ["webBase", 1, "webBase must be an address that begins with https:// or http://"],
  ["scopes", "", "scopes must be a list of scopes, or a string"],
  ["scopes", [""], "scopes must be a list of scopes"],
])("rejects %s with the value %j", (field, value, words) => {
  const config = { environments: { staging: { ...environment, [field]: value } } };
  expect(() => checkConfig(config, "config.json")).toThrow(`config.json: environments.staging: ${words}`);
});

it.each(["botToken", "clientSecret", "bot_token", "password"])(
  "rejects a secret without repeating it: %s",
  (field) => {
    const value = "hunter2-hunter2";
    const config = { environments: { staging: { ...environment, [field]: value } } };
    const refusal = failureOf(() => checkConfig(config, "config.json"));
    expect(refusal.message).toContain(`config.json: environments.staging.${field} looks like a secret`);
    expect(refusal).toMatchObject({
      code: "secret_in_config",
      hint: expect.stringContaining("SLASHPASS_BOT_TOKEN"),
    });
    expect(refusal.message + refusal.hint).not.toContain(value);
  },
);

function failureOf(act: () => unknown): Failure {
  try {
    act();
  } catch (error) {
    if (error instanceof Failure) return error;
  }
  return expect.unreachable();
}

const takes = new Ajv2020({ strict: true }).compile(configSchema);
const environments = { staging: environment };

it.each([
  [
    "a config with every field",
    {
      environments,
      $schema: "x",
      defaultEnvironment: "staging",
      commands: "c",
      permissions: {},
      languages: "l",
      handler: "h",
      application: {},
    },
    true,
  ],
  ["a config without environments", {}, false],
  ["an empty object of environments", { environments: {} }, false],
  ["an environment that is not an object", { environments: { staging: 1 } }, false],
  ["an unknown field", { environments, command: "c" }, false],
  ["an environment's unknown field", { environments: { staging: { ...environment, scope: "x" } } }, false],
  ["an empty default environment", { environments, defaultEnvironment: "" }, false],
  ["an empty path", { environments, commands: "" }, false],
  ["a list of permissions", { environments, permissions: [] }, false],
])("agrees with the editor schema about %s", (_what, config, isValid) => {
  expect([takes(config), reasonAgainst(config) === ""]).toEqual([isValid, isValid]);
});

it.each(["applicationId", "guildId", "protected", "apiBase", "webBase", "scopes"])(
  "agrees with the editor schema about %s",
  (field) => {
    const values = ["1400000000000000001", true, "https://slashpass.example", ["identify"], "", 1, "x", null];
    const refusals = values.map((value) => {
      const config = { environments: { staging: { ...environment, [field]: value } } };
      return [takes(config), reasonAgainst(config) === ""];
    });
    expect(refusals.filter(([bySchema, byCheck]) => bySchema !== byCheck)).toEqual([]);
    expect(refusals).toContainEqual([true, true]);
    expect(refusals).toContainEqual([false, false]);
  },
);

function reasonAgainst(config: unknown): string {
  try {
    checkConfig(config, "config.json");
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

it("returns the nearest config or `undefined`", () => {
  const folder = temporaryFolder();
  expect(findConfig(folder, undefined)).toBeUndefined();
  writeFileSync(join(folder, "slashpass.config.json"), "{}");
  expect(findConfig(join(folder, "a", "b"), undefined)).toEqual({
    path: join(folder, "slashpass.config.json"),
    isOwn: true,
  });
});

it("rejects another user's config in a parent directory", needs("the root user"), () => {
  const files = new Files(sharedByAll());
  const cwd = files.makeFolder(player, "theirs/game");
  const config = files.put(neighbour, "slashpass.config.json", "{}");
  be(player);
  expect(() => findConfig(cwd, undefined)).toThrow(`The config ${config} is not used: it belongs to another`);
  files.makeFolder(neighbour, "deeper");
  const own = files.put(player, "deeper/slashpass.config.json", "{}");
  expect(() => findConfig(files.makeFolder(player, "deeper/game"), undefined)).toThrow(
    `The config ${own} is not used: ${join(files.folder, "deeper")} belongs to another`,
  );
  expect(findConfig(cwd, config)).toEqual({ path: config, isOwn: true });
});

it("rejects another user's commands file in a shared directory", needs("the root user"), () => {
  const files = new Files(sharedByAll());
  const commands = files.put(neighbour, "commands.mjs", "");
  be(player);
  expect(() => refusePlanted(commands, "Ask.")).toThrow(`${commands} is not used: it belongs to another`);
  expect(refusePlanted(files.put(player, "own.mjs", ""), "Ask.")).toBeUndefined();
});

/** Simulates a process run by this user. */
function be(user: number): void {
  const spy = vi.spyOn(process, "geteuid").mockReturnValue(user);
  onTestFinished(() => spy.mockRestore());
}
