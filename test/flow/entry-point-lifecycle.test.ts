import { afterAll, beforeAll, expect, test } from "vitest";
import { CommandsClient } from "../../src/commands/index.ts";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import {
  createInteractionHandler,
  entryPoint,
  EntryPointHandler,
  findEntryPoint,
  registerEntryPoint,
} from "../../src/interactions/index.ts";
import { getAccessToken } from "../setup/emulator/players.ts";

const { AppHandler, DiscordLaunchActivity } = EntryPointHandler;
let emulator: Emulator;
let guildId: string;
/** A build machine's client, with the bot token. It cannot restore permissions. */
let bot: CommandsClient;
/** The guild owner's client. */
let signedIn: CommandsClient;

beforeAll(async () => {
  emulator = await startEmulator({ world: { applications: [{ activities: true }] } });
  const { application, apiBase, players } = emulator;
  const { id: applicationId, botToken } = application;
  guildId = emulator.addGuild({ name: "The Arcade", owner: players[0].name }).id;
  const token = await getAccessToken(emulator, "applications.commands.permissions.update");
  bot = new CommandsClient({ applicationId, apiBase, credential: { botToken } });
  signedIn = new CommandsClient({
    applicationId,
    apiBase,
    credential: { botToken, userToken: async () => token },
  });
});
afterAll(() => emulator.close());

/** Launches the command as a player and returns how many interactions the game received. */
async function use(name: string): Promise<number> {
  const before = requestCount;
  const player = emulator.player("Ada", { guild: "The Arcade" });
  player.join(await player.use(name)).leave();
  return requestCount - before;
}

let requestCount = 0;
const play = (name: string) =>
  entryPoint({
    name,
    description: "Wave together",
    handler: AppHandler,
    handle: (interaction) => {
      requestCount++;
      return interaction.launchActivity();
    },
  });

test("creates, takes over, renames, hands back, deletes and recreates an entry point", async () => {
  // Enabling Activities made the service create the command and handle its launches.
  const made = await findEntryPoint(bot.global);
  expect(made).toMatchObject({ name: "launch", handler: DiscordLaunchActivity });
  expect(await use("launch")).toBe(0);

  // Takes over the command, which keeps its id; launches now reach the game.
  const own = play("launch");
  await emulator.application.setInteractionsEndpoint(
    createInteractionHandler({ ...emulator.handlerOptions(), commands: [own] }),
  );
  expect(await registerEntryPoint(bot.global, own)).toMatchObject({ id: made?.id, handler: AppHandler });
  expect(await use("launch")).toBe(1);

  // A rename would erase the guild's permissions.
  const linus = emulator.addPlayer({ name: "Linus" });
  const restriction = [{ id: linus.id, type: 2, permission: false }] as const;
  await signedIn.guild(guildId).permissions.edit(made?.id ?? "", restriction);
  const permissions = async () => (await bot.guild(guildId).permissions.list()).map((one) => one.permissions);
  await expect(registerEntryPoint(bot.global, play("play"))).rejects.toMatchObject({
    code: "permission_loss",
  });
  expect(await findEntryPoint(bot.global)).toMatchObject({ name: "launch" });
  expect(await registerEntryPoint(signedIn.global, play("play"))).toMatchObject({
    id: made?.id,
    name: "play",
  });
  expect(await permissions()).toEqual([restriction]);
  // The handler is selected by type, so it does not need the new name.
  expect(await use("play")).toBe(1);

  // A plan for other commands keeps the entry point.
  const ping = { name: "ping", description: "Answers" };
  await bot.global.apply(await bot.global.plan([ping]));
  expect(await findEntryPoint(bot.global)).toMatchObject({ id: made?.id, name: "play" });

  // Hands the command back to the service; launches no longer reach the game.
  const byService = entryPoint({ name: "play", description: "Wave", handler: DiscordLaunchActivity });
  expect(await registerEntryPoint(bot.global, byService)).toMatchObject({ id: made?.id });
  expect(await permissions()).toEqual([restriction]);
  expect(await use("play")).toBe(0);

  // Deletes the command, which must be explicitly allowed. A new entry point gets a new id.
  await bot.global.apply(await bot.global.plan([ping], { allow: ["delete-entry-point"] }));
  expect(await findEntryPoint(bot.global)).toBeUndefined();
  await expect(use("play")).rejects.toMatchObject({ code: "unknown_command" });
  const again = await registerEntryPoint(bot.global, own);
  expect(again).toMatchObject({ name: "launch", handler: AppHandler });
  expect(again.id).not.toBe(made?.id);
  expect(await permissions()).toEqual([]);
  expect(await use("launch")).toBe(1);
});
