import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { CommandsClient, type GuildCommand, type PlanWarning } from "../../src/commands/index.ts";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import { getAccessToken } from "../setup/emulator/players.ts";

let emulator: Emulator;
let guildIds: readonly string[];
let token: string;
let signedIn: CommandsClient;
let bot: CommandsClient;
const warnings: PlanWarning[] = [];

beforeAll(async () => {
  emulator = await startEmulator();
  const owner = emulator.players[0].name;
  guildIds = ["The Arcade", "The Saloon"].map((name) => emulator.addGuild({ name, owner }).id);
  token = await getAccessToken(emulator, "applications.commands.permissions.update");
});
beforeEach(() => {
  warnings.length = 0;
  const { id: applicationId, botToken } = emulator.application;
  const { apiBase } = emulator;
  const onWarning = (warning: PlanWarning) => void warnings.push(warning);
  signedIn = new CommandsClient({
    applicationId,
    apiBase,
    credential: { botToken, userToken: async () => token },
    onWarning,
  });
  bot = new CommandsClient({ applicationId, apiBase, credential: { botToken }, onWarning });
});
afterAll(() => emulator.close());

/** Registers a command that is denied to everyone in both guilds. */
async function registerRestricted(name: string) {
  const { id } = await signedIn.global.create({ name, description: "Finds a match" });
  const restriction = (guildId: string) => [{ id: guildId, type: 1, permission: false }] as const;
  for (const guildId of guildIds) await signedIn.guild(guildId).permissions.edit(id, restriction(guildId));
  const permissions = async () =>
    Promise.all(
      guildIds.map(async (guildId) =>
        (await bot.guild(guildId).permissions.list())
          .filter((one) => one.id === id)
          .map((one) => one.permissions),
      ),
    );
  return { id, permissions, all: guildIds.map((guildId) => [restriction(guildId)]) };
}

test("keeps a renamed global command's permissions in every guild", async () => {
  const { id, permissions, all } = await registerRestricted("match");
  const desired = [{ name: "find", renamedFrom: "match", description: "Finds a match" }];
  const plan = await signedIn.global.plan(desired);
  expect(plan.warnings.map(({ code }) => code)).toContain("permissions-restored");
  const report = await signedIn.global.apply(plan);
  expect(await bot.global.get(id)).toMatchObject({ name: "find" });
  expect(await permissions()).toEqual(all);
  expect(report.savedPermissions).toEqual([]);
});

test("rejects a rename without a user token, or reports the lost permissions if the loss is allowed", async () => {
  const { id, permissions, all } = await registerRestricted("score");
  const desired = [{ name: "rank", renamedFrom: "score", description: "Finds a match" }];
  const plan = await bot.global.plan(desired);
  expect(String(plan).replaceAll(/\s+/g, " ")).toContain(
    "would lose its permissions (2 overwrites in 2 guilds)",
  );
  await expect(bot.global.apply(plan)).rejects.toMatchObject({ code: "permission_loss" });
  await expect(bot.global.edit(id, { name: "rank" })).rejects.toMatchObject({ code: "permission_loss" });
  expect(await permissions()).toEqual(all);
  const report = await bot.global.apply(plan, { allowPermissionLoss: true });
  expect(report.savedPermissions.map(({ guildId }) => guildId)).toEqual(guildIds);
  expect(await permissions()).toEqual([[], []]);
  await signedIn.global.apply(await signedIn.global.plan(desired), { resume: report });
  expect(await permissions()).toEqual(all);
});

test("restores every guild's permissions from a snapshot, even those of a deleted command", async () => {
  const { id, all } = await registerRestricted("play");
  const snapshot = await bot.global.snapshot();
  await signedIn.global.delete(id);
  await expect(bot.global.restore(snapshot)).rejects.toMatchObject({ code: "permission_loss" });
  await signedIn.global.restore(snapshot);
  const restored = (await bot.global.list()).find(({ name }) => name === "play");
  const lists = await Promise.all(guildIds.map(async (guildId) => bot.guild(guildId).permissions.list()));
  expect(
    lists.map((list) => list.filter((one) => one.id === restored?.id).map((one) => one.permissions)),
  ).toEqual(all);
});

test("applies permission rules in every guild and reapplies them after a rename erases them", async () => {
  const { id, permissions, all } = await registerRestricted("duel");
  const rules = (name: string) => ({ [name]: [{ role: "@everyone", allow: false }] });
  const planned = async (name: string) => {
    const guilds = await signedIn.planPermissions(rules(name), { guildIds });
    return guilds.flatMap((guild) => (guild.status === "planned" ? [guild.plan] : []));
  };
  expect((await planned("duel")).map(({ unchanged }) => unchanged)).toEqual([["duel"], ["duel"]]);
  await bot.global.edit(id, { name: "fight" }, { allowPermissionLoss: true });
  expect(await permissions()).toEqual([[], []]);
  const plans = await planned("fight");
  expect(plans.flatMap(({ uses }) => uses)).toMatchObject(
    guildIds.map((guild) => ({ command: { name: "fight" }, who: { id: guild }, gains: false })),
  );
  expect(await signedIn.applyPermissions(plans)).toMatchObject([{ writes: 1 }, { writes: 1 }]);
  expect(await permissions()).toEqual(all);
});

test("rejects a misspelled field that would open a restricted command to everyone", async () => {
  const guild = bot.guild(guildIds[0] ?? "");
  const wipe = {
    name: "wipe",
    description: "Deletes every score",
    default_member_permission: "0",
  } as GuildCommand;
  const refused = {
    code: "invalid_command",
    message: expect.stringContaining("Did you mean default_member_permissions?"),
  };
  for (const attempt of [guild.create(wipe), guild.sync([wipe]), guild.overwrite([wipe])])
    await expect(attempt).rejects.toMatchObject(refused);
  expect(await guild.list()).toEqual([]);
  // The service itself ignores unknown fields.
  const { id, botToken } = emulator.application;
  const answer = await fetch(`${emulator.apiBase}/applications/${id}/guilds/${guildIds[0]}/commands`, {
    method: "POST",
    headers: { authorization: `Bot ${botToken}`, "content-type": "application/json" },
    body: JSON.stringify(wipe),
  });
  expect([answer.status, await answer.json()]).toMatchObject([201, { default_member_permissions: null }]);
});

test("reports a deprecated field and returns the service's result", async () => {
  const guild = bot.guild(guildIds[1] ?? "");
  const created = await guild.create({ name: "old", description: "Is old", default_permission: false });
  expect(warnings.map(({ finding }) => finding?.rule)).toEqual(["deprecated-field"]);
  expect(Object.keys(created)).not.toContain("warnings");
});
