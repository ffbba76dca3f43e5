import { join } from "node:path";
import { expect, it } from "vitest";
import { readTarget, targetAsData } from "../../../../src/cli/commands/open-client.ts";
import { folderWith } from "../../../setup/program/game-folder.ts";

const development = { applicationId: "1400000000000000001", guildId: "1400000000000000002" };
const none = { config: undefined, environment: undefined, guild: undefined, global: false };

it("reads the target from the config unless the command line overrides it", async () => {
  const cwd = folderWith({
    "slashpass.config.json": { environments: { development }, commands: "a/b.json" },
  });
  const read = (options: object) => readTarget({ env: {}, cwd, options: { ...none, ...options } });
  expect(await read({})).toMatchObject({ ...development, commandsFile: join(cwd, "a", "b.json") });
  expect(await read({ file: "c.json", global: true })).toMatchObject({
    guildId: undefined,
    commandsFile: join(cwd, "c.json"),
  });
});

it("omits missing fields in JSON", () => {
  const settings = { environment: "staging", ...development, commandsFile: "c.json", apiBase: "x" };
  expect(targetAsData(settings)).toEqual({ environment: "staging", ...development });
  const bare = { environment: undefined, applicationId: "1", commandsFile: "c.json" };
  expect(targetAsData(bare)).toEqual({ applicationId: "1" });
});
