import { expect, it } from "vitest";
import { openScope, chooseScope, readTarget } from "../../../../src/cli/commands/open-client.ts";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { runningAct } from "../../../setup/program/run-act.ts";
import { join } from "node:path";
import { folderWith } from "../../../setup/program/game-folder.ts";

it("opens the global commands or a guild's commands and masks tokens issued by the service", async () => {
  await using emulator = await startEmulator();
  const { application, apiBase } = emulator;
  const guild = emulator.addGuild({ name: "Test" });
  const settings = { environment: undefined, applicationId: application.id, apiBase, commandsFile: "c.json" };
  const tokens: string[] = [];
  const listing = (guildId?: string) =>
    runningAct(
      async (call) => {
        const mask = call.terminal.mask.bind(call.terminal);
        call.terminal.mask = (secret) => {
          tokens.push(secret);
          mask(secret);
        };
        const scope = await openScope(call, { ...settings, guildId });
        call.terminal.print(`${(await scope.list()).length} ${tokens.join()}`);
        return { result: {} };
      },
      [],
      { env: { SLASHPASS_CLIENT_SECRET: application.clientSecret } },
    );
  expect(await listing()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^0 [[\]hiden,]+\n$/) });
  expect((await listing(guild.id)).code).toBe(0);
  expect(tokens.length).toBeGreaterThan(1);
});

it("rejects invalid guild ids and a guild combined with --global", () => {
  const config = { guildId: "1400000000000000002" };
  expect(() => chooseScope(config, { guild: "1400000000000000003", global: true })).toThrow(
    "cannot be used together",
  );
  expect(() => chooseScope(config, { guild: "my-guild", global: false })).toThrow("not 'my-guild'");
});

it("reads the target from the config unless the command line overrides it", async () => {
  const development = { applicationId: "1400000000000000001", guildId: "1400000000000000002" };
  const none = { config: undefined, environment: undefined, guild: undefined, global: false };
  const cwd = folderWith({
    "slashpass.config.json": { environments: { development }, commands: "a/b.json" },
  });
  const read = (options: object) => readTarget({ env: {}, cwd, options: { ...none, ...options } });
  expect(await read({})).toMatchObject({ ...development, commandsFile: join(cwd, "a", "b.json") });
  expect(await read({ file: "c.json", global: true })).toMatchObject({
    guildId: undefined,
    commandsFile: join(cwd, "c.json"),
  });
  expect((await read({ guild: "1400000000000000003" })).guildId).toBe("1400000000000000003");
});
