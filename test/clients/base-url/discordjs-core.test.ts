import {
  type APIInteraction,
  API,
  ApplicationCommandPermissionType,
  Client,
  EntitlementOwnerType,
  GatewayDispatchEvents,
  InteractionType,
  MessageFlags,
  OAuth2Scopes,
} from "@discordjs/core";
import { DiscordAPIError, REST } from "@discordjs/rest";
import { WebSocketManager } from "@discordjs/ws";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getAccessToken } from "../../setup/emulator/players.ts";
import { openBot } from "../setup/bot.ts";
import { answerNext } from "../setup/interactions.ts";

const bot = await openBot("base-url");
const { emulator, application } = bot;
const ada = emulator.player("Ada");
const rest = new REST({ version: "10", api: bot.api }).setToken(application.botToken);
const manager = new WebSocketManager({ token: application.botToken, intents: 0, rest });
const client = new Client({ rest, gateway: manager });
const { api } = client;

beforeAll(() => manager.connect());
afterAll(async () => {
  await manager.destroy();
  await bot[Symbol.asyncDispose]();
});

const when = answerNext<APIInteraction>((listener) =>
  client.once(GatewayDispatchEvents.InteractionCreate, ({ data }) => listener(data)),
);

const dive = { name: "dive", description: "Goes under" };

describe("@discordjs/core", () => {
  it("reads its user and edits its application", async () => {
    expect(await api.users.getCurrent()).toMatchObject({ id: application.id, bot: true });
    expect(await api.applications.getCurrent()).toMatchObject({ id: application.id, name: "Reef" });
    const edited = {
      description: "A game of fish",
      tags: ["fish", "sea"] as [string, string],
      custom_install_url: "https://reef.example/install",
      install_params: { scopes: [OAuth2Scopes.ApplicationsCommands], permissions: "0" },
    };
    expect(await api.applications.editCurrent(edited)).toMatchObject(edited);
    expect(await api.applications.getCurrent()).toMatchObject(edited);
    await expect(api.applications.editCurrent({ tags: ["x".repeat(21)] })).rejects.toMatchObject({
      code: 50_035,
      rawError: { errors: { tags: { 0: { _errors: [{ code: "BASE_TYPE_MAX_LENGTH" }] } } } },
    });
  });

  it("lists SKUs and entitlements, and creates, consumes and deletes entitlements", async () => {
    const { monetization } = api;
    expect(await monetization.getSKUs(application.id)).toMatchObject([
      { id: "71", type: 5, slug: "reef-pass", flags: 260 },
      { id: "72", type: 3, slug: "pearl", flags: 4 },
    ]);
    const { id: userId } = ada.player;
    const owner = { owner_id: userId, owner_type: EntitlementOwnerType.User };
    const given = await monetization.createTestEntitlement(application.id, { sku_id: "71", ...owner });
    const pearl = emulator.shop.buy({ player: "Ada", sku: "72" });
    await monetization.consumeEntitlement(application.id, pearl.id);
    const query = { user_id: userId, sku_ids: "71,72", exclude_ended: true };
    expect(await monetization.getEntitlements(application.id, query)).toEqual([
      given,
      { ...pearl, consumed: true },
    ]);
    const deletedFilter = { sku_ids: "71", exclude_deleted: true };
    await monetization.deleteTestEntitlement(application.id, given.id ?? "");
    expect(await monetization.getEntitlements(application.id, deletedFilter)).toEqual([]);
    expect(await monetization.getEntitlement(application.id, pearl.id)).toMatchObject({ consumed: true });
    const { id } = emulator.shop.subscribe({ player: "Ada", sku: "71" });
    expect(await monetization.getSKUSubscriptions("71", { user_id: userId })).toMatchObject([{ id }]);
    expect(await monetization.getSKUSubscription("71", id)).toMatchObject({ id, status: 0 });
    await expect(monetization.deleteTestEntitlement(application.id, pearl.id)).rejects.toMatchObject({
      code: 40_019,
    });
  });

  it("rejects an overwrite without the entry point command", async () => {
    const failed = api.applicationCommands.bulkOverwriteGlobalCommands(application.id, [dive]);
    await expect(failed).rejects.toThrow(DiscordAPIError);
    await expect(failed).rejects.toMatchObject({ code: 50_240 });
  });

  it("manages a guild's commands and their permissions with a player's token", async () => {
    const { applicationCommands } = api;
    const [command] = await applicationCommands.bulkOverwriteGuildCommands(application.id, "11", [dive]);
    const id = command?.id ?? "";
    expect(await applicationCommands.getGuildCommand(application.id, "11", id)).toMatchObject(dive);
    expect(
      await applicationCommands.editGuildCommand(application.id, "11", id, {
        default_member_permissions: "0",
      }),
    ).toMatchObject({ default_member_permissions: "0" });
    const token = await getAccessToken(emulator, "applications.commands.permissions.update");
    const permissions = [{ id: "77", type: ApplicationCommandPermissionType.Role, permission: true }];
    await applicationCommands.editGuildCommandPermissions(token, application.id, "11", id, { permissions });
    expect(await applicationCommands.getGuildCommandPermissions(application.id, "11", id)).toMatchObject({
      permissions,
    });
    expect(await applicationCommands.getGuildCommandsPermissions(application.id, "11")).toMatchObject([
      { id },
    ]);
    await applicationCommands.deleteGuildCommand(application.id, "11", id);
    expect(await applicationCommands.getGuildCommands(application.id, "11")).toEqual([]);
  });

  it("replies with files, visible only to the player", async () => {
    await api.applicationCommands.createGlobalCommand(application.id, dive);
    const replied = when(
      (interaction) => interaction.type === InteractionType.ApplicationCommand,
      ({ id, token }) =>
        api.interactions.reply(id, token, {
          content: "Pong!",
          flags: MessageFlags.Ephemeral,
          files: [{ name: "a.txt", data: "one", contentType: "text/plain" }],
          with_response: true,
        }),
    );
    const { messages } = await ada.use("dive");
    expect(await replied).toMatchObject({
      interaction: { type: 2, response_message_ephemeral: true },
      resource: {
        type: 4,
        message: { content: "Pong!", attachments: [{ filename: "a.txt", ephemeral: true }] },
      },
    });
    expect(messages).toMatchObject([{ content: "Pong!", flags: 64 }]);
  });

  it("reads the user with a player's token", async () => {
    const token = await getAccessToken(emulator, "identify");
    const bearer = new API(new REST({ version: "10", api: bot.api, authPrefix: "Bearer" }).setToken(token));
    expect(await bearer.users.getCurrent()).toMatchObject({ username: "ada" });
    expect(await bearer.oauth2.getCurrentAuthorizationInformation()).toMatchObject({ scopes: ["identify"] });
  });
});
