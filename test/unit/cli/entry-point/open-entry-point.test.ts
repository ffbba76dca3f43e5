import { expect, it } from "vitest";
import { openEntryPoint } from "../../../../src/cli/entry-point/entry-point.ts";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { createGame } from "../../../setup/program/game-folder.ts";
import { runningAct } from "../../../setup/program/run-act.ts";

it("searches the global commands even if the config has a guild", async () => {
  await using emulator = await startEmulator();
  const environment = { guildId: "1400000000000000002" };
  const { cwd, env } = createGame(emulator, [], { environment, application: { activities: true } });
  const { stdout } = await runningAct(
    async (call) => {
      const options = { ...call.options, config: undefined, environment: undefined };
      const { settings, live } = await openEntryPoint({ ...call, options });
      call.terminal.print(`${settings.guildId} ${live?.name}`);
      return { result: {} };
    },
    [],
    { cwd, env },
  );
  expect(stdout).toBe("undefined launch\n");
});
