import {
  type AnyInteractionGateway,
  ApplicationCommandOptionTypes,
  ApplicationCommandPermissionTypes,
  ApplicationCommandTypes,
  AutocompleteInteraction,
  ButtonStyles,
  Client,
  CommandInteraction,
  ComponentInteraction,
  ComponentTypes,
  DiscordRESTError,
  MessageFlags,
} from "oceanic.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getAccessToken } from "../../setup/emulator/players.ts";
import { openBot } from "../setup/bot.ts";
import { answerNext, firstOf } from "../setup/interactions.ts";

const bot = await openBot("base-url");
const { emulator, application } = bot;
const ada = emulator.player("Ada");
const diver = emulator.player("Ada", { guild: "Divers" });
const rest = { baseURL: `${bot.api}/v10` };
const client = new Client({ auth: `Bot ${application.botToken}`, rest });

beforeAll(async () => {
  const ready = new Promise<void>((resolve) => void client.once("ready", () => resolve()));
  await client.connect();
  await ready;
});
afterAll(async () => {
  client.disconnect(false);
  await bot[Symbol.asyncDispose]();
});

const when = answerNext<AnyInteractionGateway>((listener) => client.once("interactionCreate", listener));
const isCommand = (interaction: AnyInteractionGateway) => interaction instanceof CommandInteraction;
const isComponent = (interaction: AnyInteractionGateway) => interaction instanceof ComponentInteraction;

const dive = { type: ApplicationCommandTypes.CHAT_INPUT, name: "dive", description: "Goes under" } as const;
const button = {
  type: ComponentTypes.BUTTON,
  style: ButtonStyles.PRIMARY,
  label: "Name it",
  customID: "name",
} as const;
const buttons = [{ type: ComponentTypes.ACTION_ROW, components: [button] }] as const;

describe("oceanic.js", () => {
  it("loads its user, and reads and edits its application", async () => {
    expect(client.user).toMatchObject({ id: application.id, username: "Reef" });
    expect(await client.rest.oauth.getCurrentUser()).toMatchObject({ username: "Reef", bot: true });
    expect(await client.rest.applications.getCurrent()).toMatchObject({
      name: "Reef",
      owner: { username: "ada" },
    });
    const edited = await client.rest.applications.editCurrent({
      description: "A game of fish",
      tags: ["fish"],
    });
    expect(edited).toMatchObject({ description: "A game of fish", tags: ["fish"] });
    expect(await client.rest.oauth.getApplication()).toMatchObject({ id: application.id });
  });

  it("sets a guild's commands, and sets their permissions with a player's token", async () => {
    const wave = { type: ApplicationCommandTypes.USER, name: "Wave" } as const;
    const [command] = await client.application.bulkEditGuildCommands("11", [dive, wave]);
    expect(command).toMatchObject({ name: "dive", guildID: "11" });
    const id = command?.id ?? "";
    const accessToken = `Bearer ${await getAccessToken(emulator, "applications.commands.permissions.update")}`;
    const permissions = [{ id: "77", type: ApplicationCommandPermissionTypes.ROLE, permission: true }];
    await client.application.editGuildCommandPermissions("11", id, { accessToken, permissions });
    expect(await client.application.getGuildPermission("11", id)).toMatchObject({ permissions });
    expect(await client.application.getGuildPermissions("11")).toMatchObject([{ id }]);
    expect(await client.application.bulkEditGuildCommands("11", [])).toEqual([]);
  });

  it("reports the invalid field", async () => {
    const failed = client.application.createGlobalCommand({ ...dive, name: "Dive" });
    await expect(failed).rejects.toThrow(DiscordRESTError);
    const error = (await failed.catch((reason: unknown) => reason)) as DiscordRESTError;
    expect([error.code, error.status]).toEqual([50_035, 400]);
    expect(error.message).toEqual(expect.stringMatching(/Invalid Form Body[^]*name: /));
    expect(error.resBody).toMatchObject({
      errors: { name: { _errors: [{ code: "APPLICATION_COMMAND_INVALID_NAME" }] } },
    });
  });

  describe("responses to a command", () => {
    beforeAll(async () => {
      const { STRING, USER } = ApplicationCommandOptionTypes;
      const place = { type: STRING, name: "place", description: "Where", autocomplete: true } as const;
      const buddy = { type: USER, name: "buddy", description: "With whom" } as const;
      await client.application.createGlobalCommand({ ...dive, options: [place, buddy] });
    });

    it("replies immediately with the player's options and a file", async () => {
      const replied = when(isCommand, async (interaction) => {
        const { options } = interaction.data;
        const content = `${options.getUser("buddy")?.username} at ${options.getString("place")}`;
        const files = [{ name: "reef.txt", contents: Buffer.from("corals") }];
        return (await interaction.reply({ content, files, flags: MessageFlags.EPHEMERAL })).getMessage();
      });
      const { messages } = await diver.use("dive", { place: "the reef", buddy: "Ada" });
      expect(await replied).toMatchObject({ content: "ada at the reef", flags: 64 });
      expect(messages).toMatchObject([{ attachments: [{ filename: "reef.txt", size: 6 }] }]);
    });

    it("defers, edits, follows up, fetches and deletes", async () => {
      const done = when(isCommand, async (interaction) => {
        await interaction.defer();
        expect(await interaction.getOriginal()).toMatchObject({ flags: MessageFlags.LOADING });
        const files = [{ name: "a.txt", contents: Buffer.from("one") }];
        const edited = await interaction.editOriginal({ content: "Down", files });
        expect(edited.attachments.map(({ filename }) => filename)).toEqual(["a.txt"]);
        const { id } = await (await interaction.createFollowup("Up")).getMessage();
        expect(await interaction.editFollowup(id, "Up again")).toMatchObject({ content: "Up again" });
        expect(await interaction.getFollowup(id)).toMatchObject({ content: "Up again" });
        await interaction.deleteFollowup(id);
        await expect(interaction.getFollowup(id)).rejects.toMatchObject({ code: 10_008 });
        await interaction.deleteOriginal();
        return (await interaction.createFollowup("Bye")).getMessage();
      });
      const { messages } = await ada.use("dive");
      expect(await done).toMatchObject({ content: "Bye" });
      expect(messages).toMatchObject([{ content: "Bye" }]);
    });

    it("responds with suggestions while the player types", async () => {
      const answered = when(
        (interaction) => interaction instanceof AutocompleteInteraction,
        (interaction) => {
          const focused = interaction.data.options.getFocused(true);
          return interaction.result([{ name: "Reef", value: String(focused.value) }]);
        },
      );
      expect(await ada.type("dive", "place", "re")).toEqual([{ name: "Reef", value: "re" }]);
      await answered;
    });
  });

  describe("responses to a button", () => {
    async function showButton() {
      const modalShown = when(isCommand, (interaction) =>
        interaction.reply({
          components: buttons.map((row) => ({ ...row, components: [...row.components] })),
        }),
      );
      const { messages } = await ada.use("dive");
      await modalShown;
      const message = firstOf(messages);
      return { message, messages };
    }

    it("updates the button's message, immediately or later", async () => {
      const { message, messages } = await showButton();
      const updated = when(isComponent, (interaction) => interaction.editParent({ content: "Pressed" }));
      await ada.press("name");
      await updated;
      expect(messages).toMatchObject([{ id: message.id, content: "Pressed" }]);
      const later = when(isComponent, async (interaction) => {
        await interaction.deferUpdate();
        return interaction.editOriginal({ content: "Again" });
      });
      await ada.press("name");
      await later;
      expect(messages).toMatchObject([{ id: message.id, content: "Again" }]);
    });
  });
});
