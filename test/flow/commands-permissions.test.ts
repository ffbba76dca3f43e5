import { afterAll, expect, test } from "vitest";
import { CommandsClient } from "../../src/commands/index.ts";
import { startEmulator } from "../../src/emulator/index.ts";
import { getAccessToken } from "../setup/emulator/players.ts";

const emulator = await startEmulator();
afterAll(() => emulator.close());
const owner = emulator.players[0].name;
const guildIds = ["The Arcade", "The Saloon"].map((name) => emulator.addGuild({ name, owner }).id);
const token = await getAccessToken(emulator, "applications.commands.permissions.update");
const bot = new CommandsClient(emulator.commandsOptions());
const signedIn = new CommandsClient({
  ...emulator.commandsOptions(),
  credential: { botToken: emulator.application.botToken, userToken: async () => token },
});

const permissionsOf = async (commandId: string | undefined) => {
  const lists = await Promise.all(guildIds.map(async (guildId) => bot.guild(guildId).permissions.list()));
  return lists.map((list) => list.filter(({ id }) => id === commandId).map(({ permissions }) => permissions));
};

/** Registers a command that is denied to everyone in both guilds. */
async function registerRestricted(name: string) {
  const { id } = await signedIn.global.create({ name, description: "Finds a match" });
  const restriction = (guildId: string) => [{ id: guildId, type: 1, permission: false }] as const;
  for (const guildId of guildIds) await signedIn.guild(guildId).permissions.edit(id, restriction(guildId));
  return { id, all: guildIds.map((guildId) => [restriction(guildId)]) };
}

test("keeps a renamed global command's permissions in every guild, with the player's token", async () => {
  const { id, all } = await registerRestricted("match");
  const desired = [{ name: "find", renamedFrom: "match", description: "Finds a match" }];
  await expect(bot.global.apply(await bot.global.plan(desired))).rejects.toMatchObject({
    code: "permission_loss",
  });
  const report = await signedIn.global.apply(await signedIn.global.plan(desired));
  expect(await bot.global.get(id)).toMatchObject({ name: "find" });
  expect(await permissionsOf(id)).toEqual(all);
  expect(report.savedPermissions).toEqual([]);
});

test("restores every guild's permissions from a snapshot, even those of a deleted command", async () => {
  const { id, all } = await registerRestricted("play");
  const snapshot = await bot.global.snapshot();
  await signedIn.global.delete(id);
  await expect(bot.global.restore(snapshot)).rejects.toMatchObject({ code: "permission_loss" });
  await signedIn.global.restore(snapshot);
  const restored = (await bot.global.list()).find(({ name }) => name === "play");
  expect(await permissionsOf(restored?.id)).toEqual(all);
});
