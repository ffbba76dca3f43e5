import { expect, it } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { completeWorld } from "../../../../src/emulator/state/example-world.ts";

it("starts an emulator with the same guild and players as the command-line program", async () => {
  await using emulator = await startEmulator();
  expect(emulator.guilds).toMatchObject([
    {
      id: "1000000000000002",
      name: "Example Guild",
      channels: [{ id: "1000000000000003", name: "general" }],
    },
  ]);
  expect(emulator.players).toMatchObject([
    { id: "1000000000000004", name: "Ada" },
    { id: "1000000000000005", name: "Grace" },
  ]);
  expect(emulator.guilds[0]?.ownerId).toBe(emulator.players[0].id);
});

it("replaces the example with the given world, and makes the first player the owner of the guild", () => {
  expect(completeWorld({ players: ["Zoe"] }).guilds).toMatchObject([{ owner: "Zoe" }]);
  expect(completeWorld({ players: [{ name: "Kim" }] }).guilds).toMatchObject([{ owner: "Kim" }]);
  expect(completeWorld({ players: [] }).guilds).toMatchObject([{ owner: undefined }]);
  expect(completeWorld({ guilds: [] }).guilds).toEqual([]);
});
