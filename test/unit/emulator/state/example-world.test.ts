import { expect, it } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { completeWorld } from "../../../../src/emulator/state/example-world.ts";

it("an emulator starts with the guild and the players that the program has too", async () => {
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

it("what a world names replaces the example, whose guild is the first player's", () => {
  expect(completeWorld({ players: ["Zoe"] }).guilds).toMatchObject([{ owner: "Zoe" }]);
  expect(completeWorld({ players: [{ name: "Kim" }] }).guilds).toMatchObject([{ owner: "Kim" }]);
  expect(completeWorld({ players: [] }).guilds).toMatchObject([{ owner: undefined }]);
  expect(completeWorld({ guilds: [] }).guilds).toEqual([]);
});
