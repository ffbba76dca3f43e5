import { expect, it } from "vitest";
import { openScope } from "../../../../src/cli/commands/open-client.ts";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { runningAct } from "../../../setup/program/run-act.ts";

it("opens the global or a guild's commands, and masks tokens issued by the service", async () => {
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
