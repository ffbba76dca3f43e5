import { expect, it } from "vitest";
import { checkConfig } from "../../../../src/cli/settings/check-config.ts";

const environment = { applicationId: "1400000000000000001" };

it("leaves a config as it is, with the schema that an editor reads", () => {
  const config = {
    $schema: "./node_modules/slashpass/dist/schemas/config.json",
    environments: { production: { ...environment, protected: true, scopes: ["identify"] } },
    defaultEnvironment: "production",
    commands: "commands.mjs",
  };
  expect(checkConfig(config, "config.json")).toBe(config);
});

it.each([
  ["guildId", "here", "guildId must be an id in quotes"],
  ["protected", "yes", "protected must be true or false"],
  ["apiBase", "here", "apiBase must be an address"],
  ["webBase", 1, "webBase must be an address"],
  ["scopes", "identify", "scopes must be a list of scopes"],
  ["scopes", [""], "scopes must be a list of scopes"],
])("refuses %s: %j", (field, value, words) => {
  const config = { environments: { staging: { ...environment, [field]: value } } };
  expect(() => checkConfig(config, "config.json")).toThrow(`config.json: environments.staging: ${words}`);
});
