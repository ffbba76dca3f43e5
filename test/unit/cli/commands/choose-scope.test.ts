import { expect, it } from "vitest";
import { chooseScope } from "../../../../src/cli/commands/open-client.ts";

const config = { guildId: "1400000000000000002" };
const none = { guild: undefined, global: false };

it("uses the config's guild unless the command line overrides it", () => {
  expect(chooseScope(config, none)).toEqual(config);
  expect(chooseScope(config, { ...none, global: true })).toEqual({ guildId: undefined });
  expect(chooseScope(config, { ...none, guild: "1400000000000000003" })).toEqual({
    guildId: "1400000000000000003",
  });
});

it("rejects a guild together with --global, and invalid ids", () => {
  expect(() => chooseScope(config, { guild: "1400000000000000003", global: true })).toThrow(
    "cannot be used together",
  );
  expect(() => chooseScope(config, { guild: "my-guild", global: false })).toThrow("not 'my-guild'");
});
