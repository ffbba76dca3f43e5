import {
  type APIInteraction,
  API,
  ApplicationCommandPermissionType,
  Client,
  ComponentType,
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
const isCommand = (interaction: APIInteraction) => interaction.type === InteractionType.ApplicationCommand;
const isComponent = (interaction: APIInteraction) => interaction.type === InteractionType.MessageComponent;

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

  it("creates, edits, lists and deletes global commands", async () => {
    const created = await api.applicationCommands.createGlobalCommand(application.id, dive);
    const { id } = created;
    await api.applicationCommands.editGlobalCommand(application.id, id, {
      description: "Surfaces",
      nsfw: true,
    });
    expect(await api.applicationCommands.getGlobalCommand(application.id, id)).toMatchObject({
      description: "Surfaces",
      nsfw: true,
    });
    const all = await api.applicationCommands.getGlobalCommands(application.id, { with_localizations: true });
    expect(all.map(({ name }) => name)).toEqual(["launch", "dive"]);
    await api.applicationCommands.deleteGlobalCommand(application.id, id);
    await expect(api.applicationCommands.getGlobalCommand(application.id, id)).rejects.toMatchObject({
      code: 10_063,
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

  describe("responses to an interaction", () => {
    beforeAll(() => api.applicationCommands.createGlobalCommand(application.id, dive));
    const file = (name: string, data: string) => ({ name, data, contentType: "text/plain" });

    it("replies with files, visible only to the player", async () => {
      const replied = when(isCommand, ({ id, token }) =>
        api.interactions.reply(id, token, {
          content: "Pong!",
          flags: MessageFlags.Ephemeral,
          files: [file("a.txt", "one")],
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

    it("defers, edits, follows up and deletes", async () => {
      const done = when(isCommand, async ({ id, token, application_id }) => {
        await api.interactions.defer(id, token);
        expect(await api.interactions.getOriginalReply(application_id, token)).toMatchObject({
          flags: 128,
        });
        await api.interactions.editReply(application_id, token, {
          content: "Down",
          files: [file("a.txt", "one")],
        });
        const extra = await api.interactions.followUp(application_id, token, { content: "Up" });
        await api.interactions.editReply(application_id, token, { content: "Up again" }, extra.id);
        expect(await api.webhooks.getMessage(application_id, token, extra.id)).toMatchObject({
          content: "Up again",
        });
        await api.interactions.deleteReply(application_id, token, extra.id);
        await api.interactions.deleteReply(application_id, token);
        return api.interactions.followUp(application_id, token, { content: "Gone" });
      });
      const { messages } = await ada.use("dive");
      expect(await done).toMatchObject({ content: "Gone", type: 0 });
      expect(messages).toMatchObject([{ content: "Gone" }]);
    });

    it("suggests choices while a player types", async () => {
      const option = { type: 3, name: "place", description: "Where", autocomplete: true } as const;
      await api.applicationCommands.createGlobalCommand(application.id, {
        ...dive,
        name: "go",
        options: [option],
      });
      const choices = [{ name: "Reef", value: "reef" }];
      const answered = when(
        (interaction) => interaction.type === InteractionType.ApplicationCommandAutocomplete,
        ({ id, token }) => api.interactions.createAutocompleteResponse(id, token, { choices }),
      );
      expect(await ada.type("go", "place", "re")).toEqual(choices);
      await answered;
    });

    it("responds to a button with a form and to the form by changing the message", async () => {
      const button = { type: ComponentType.Button, style: 1, label: "Name it", custom_id: "name" } as const;
      const input = { type: ComponentType.TextInput, style: 1, label: "Name", custom_id: "text" } as const;
      void when(isCommand, ({ id, token }) =>
        api.interactions.reply(id, token, {
          components: [{ type: ComponentType.ActionRow, components: [button] }],
        }),
      );
      const { messages } = await ada.use("dive");
      void when(isComponent, ({ id, token }) =>
        api.interactions.createModal(id, token, {
          custom_id: "form",
          title: "A name",
          components: [{ type: ComponentType.ActionRow, components: [input] }],
        }),
      );
      await ada.press("name");
      const submitted = when(
        (interaction) => interaction.type === InteractionType.ModalSubmit,
        ({ id, token, data }) => {
          const [row] = data.components;
          return api.interactions.updateMessage(id, token, { content: JSON.stringify(row), components: [] });
        },
      );
      await ada.submit({ text: "Nemo" });
      await submitted;
      expect(messages).toMatchObject([{ content: expect.stringContaining("Nemo"), components: [] }]);
    });

    it("acknowledges a button and edits its message later", async () => {
      const button = { type: ComponentType.Button, style: 1, label: "On", custom_id: "on" } as const;
      void when(isCommand, ({ id, token }) =>
        api.interactions.reply(id, token, {
          components: [{ type: ComponentType.ActionRow, components: [button] }],
        }),
      );
      const { messages } = await ada.use("dive");
      const done = when(isComponent, async (interaction) => {
        await api.interactions.deferMessageUpdate(interaction.id, interaction.token);
        return api.interactions.editReply(application.id, interaction.token, { content: "On it is" });
      });
      await ada.press("on");
      await done;
      expect(messages).toMatchObject([{ content: "On it is" }]);
    });

    it("launches the Activity", async () => {
      const done = when(isCommand, ({ id, token }) =>
        api.interactions.launchActivity(id, token, { with_response: true }),
      );
      const { activityInstance } = await ada.use("dive");
      expect(await done).toMatchObject({
        interaction: { activity_instance_id: activityInstance?.instance_id },
        resource: { type: 12 },
      });
    });

    it("reports a rejected reply's invalid field", async () => {
      const failed = when(isCommand, async ({ id, token }) => {
        const embeds = [{ description: "x".repeat(4097) }];
        const reason: unknown = await api.interactions
          .reply(id, token, { embeds })
          .catch((error: unknown) => error);
        await api.interactions.reply(id, token, { content: "Better" });
        return reason;
      });
      await ada.use("dive");
      expect(await failed).toMatchObject({
        code: 50_035,
        rawError: {
          errors: {
            data: { embeds: { 0: { description: { _errors: [{ code: "BASE_TYPE_MAX_LENGTH" }] } } } },
          },
        },
      });
      await expect(api.interactions.reply("1", "wrong", { content: "Hi" })).rejects.toMatchObject({
        code: 10_062,
      });
    });
  });

  it("reads the user with a player's token", async () => {
    const token = await getAccessToken(emulator, "identify");
    const bearer = new API(new REST({ version: "10", api: bot.api, authPrefix: "Bearer" }).setToken(token));
    expect(await bearer.users.getCurrent()).toMatchObject({ username: "ada" });
    expect(await bearer.oauth2.getCurrentAuthorizationInformation()).toMatchObject({ scopes: ["identify"] });
  });
});
