import {
  type ApplicationCommandOptions,
  AutocompleteInteraction,
  CommandInteraction,
  ComponentInteraction,
  type Interaction,
  ModalSubmitInteraction,
  Client,
  Constants,
  DiscordRESTError,
} from "eris";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PlayerAgent } from "../../../src/emulator/index.ts";
import { needs } from "../../setup/system-parts.ts";
import { type Bot, openBot } from "../setup/bot.ts";
import { answerNext, firstOf } from "../setup/interactions.ts";
import { startServiceFront } from "../setup/service-front.ts";

const { ApplicationCommandOptionTypes: OptionTypes, ApplicationCommandTypes } = Constants;

const dive = { type: ApplicationCommandTypes.CHAT_INPUT, name: "dive", description: "Goes under" } as const;
const row = (customId: string) =>
  ({
    type: Constants.ComponentTypes.ACTION_ROW,
    components: [
      {
        type: Constants.ComponentTypes.BUTTON,
        style: Constants.ButtonStyles.PRIMARY,
        label: "On",
        custom_id: customId,
      },
    ],
  }) as const;

describe("eris", needs("a network namespace"), () => {
  let bot: Bot;
  let front: { close(): Promise<void> };
  let client: Client;
  let ada: PlayerAgent;
  beforeAll(async () => {
    bot = await openBot("base-url");
    ada = bot.emulator.player("Ada");
    front = await startServiceFront(bot.emulator.webBase);
    client = new Client(`Bot ${bot.application.botToken}`, { intents: [], restMode: true });
    const ready = new Promise<void>((resolve) => void client.once("ready", () => resolve()));
    await client.connect();
    await ready;
  });
  afterAll(async () => {
    client.disconnect({ reconnect: false });
    await front.close();
    await bot[Symbol.asyncDispose]();
  });

  const when = answerNext<Interaction>((listener) => client.once("interactionCreate", listener));
  const isCommand = (interaction: Interaction) => interaction instanceof CommandInteraction;
  const isComponent = (interaction: Interaction) => interaction instanceof ComponentInteraction;

  it("loads its user", async () => {
    expect(client.user).toMatchObject({ id: bot.application.id, username: "Reef" });
    expect(await client.getSelf()).toMatchObject({ id: bot.application.id, username: "Reef", bot: true });
  });

  it("creates, edits, lists and deletes global commands", async () => {
    const options = [
      { type: OptionTypes.INTEGER, name: "depth", description: "How deep", min_value: 1 },
    ] as const;
    const created = await client.createCommand({ ...dive, options: [...options] });
    expect(created).toMatchObject({ name: "dive", applicationID: bot.application.id });
    const { id } = created;
    expect(await client.editCommand(id, { ...dive, description: "Surfaces" })).toMatchObject({
      description: "Surfaces",
    });
    expect(await client.getCommand(id)).toMatchObject({ description: "Surfaces" });
    expect((await client.getCommands()).map(({ name }) => name)).toEqual(["launch", "dive"]);
    await client.deleteCommand(id);
    await expect(client.getCommand(id)).rejects.toMatchObject({ code: 10_063 });
  });

  it("sets, edits and reads a guild's commands", async () => {
    const wave = { type: ApplicationCommandTypes.USER, name: "Wave" } as const;
    const [command] = await client.bulkEditGuildCommands("11", [dive, wave] as Parameters<
      typeof client.bulkEditGuildCommands
    >[1]);
    const id = command?.id ?? "";
    expect(await client.editGuildCommand("11", id, { ...dive, description: "Surfaces" })).toMatchObject({
      description: "Surfaces",
    });
    expect(await client.getGuildCommands("11")).toHaveLength(2);
    await expect(client.getCommandPermissions("11", id)).rejects.toMatchObject({ code: 10_066 });
    // Permissions can only be set with a player's token.
    await expect(client.editCommandPermissions("11", id, [])).rejects.toMatchObject({ code: 20_001 });
    await client.deleteGuildCommand("11", id);
    expect(await client.getGuildCommands("11")).toHaveLength(1);
  });

  it("reports the invalid field", async () => {
    const failed = client.createCommand({ ...dive, description: "x".repeat(101) });
    await expect(failed).rejects.toThrow(DiscordRESTError);
    await expect(failed).rejects.toMatchObject({
      code: 50_035,
      name: "DiscordRESTError [50035]",
      message: expect.stringMatching(/^Invalid Form Body\n {2}description: /),
      response: { errors: { description: { _errors: [{ code: "BASE_TYPE_BAD_LENGTH" }] } } },
    });
  });

  it("waits if it is rate limited", async () => {
    const guild = "429000000000000001";
    const stranger = new Client(`Bot ${bot.application.botToken}`, { intents: [], restMode: true });
    stranger.application = { id: bot.application.id, flags: 0 };
    expect(await Promise.all([client.getGuildCommands(guild), stranger.getGuildCommands(guild)])).toEqual([
      [],
      [],
    ]);
  });

  describe("responses to a command", () => {
    beforeAll(async () => {
      const place = {
        type: OptionTypes.STRING,
        name: "place",
        description: "Where",
        autocomplete: true,
      } as const;
      const buddy = { type: OptionTypes.USER, name: "buddy", description: "With whom" };
      // eris's types require channel types for every option.
      const options = [place, buddy] as unknown as ApplicationCommandOptions[];
      await client.createCommand({ ...dive, options });
    });

    it("replies immediately with the player's options and a file", async () => {
      const replied = when(isCommand, async (interaction) => {
        const name = interaction.data.resolved?.users?.get(bot.emulator.players[0].id)?.username;
        await interaction.createMessage(
          { content: `Hello ${name}`, flags: 64 },
          { name: "reef.txt", file: Buffer.from("corals") },
        );
        return interaction.getOriginalMessage();
      });
      const { messages } = await ada.use("dive", { buddy: "Ada" });
      expect(await replied).toMatchObject({ content: "Hello ada", flags: 64 });
      expect(messages).toMatchObject([{ attachments: [{ filename: "reef.txt", size: 6 }] }]);
    });

    it("defers, edits, follows up and deletes", async () => {
      const done = when(isCommand, async (interaction) => {
        await interaction.defer();
        expect(await interaction.getOriginalMessage()).toMatchObject({ flags: 128 });
        const edited = await interaction.editOriginalMessage("Down", {
          name: "a.txt",
          file: Buffer.from("one"),
        });
        expect(edited).toMatchObject({ content: "Down", attachments: [{ filename: "a.txt" }] });
        const { id } = await interaction.createFollowup("Up");
        expect(await interaction.editMessage(id, "Up again")).toMatchObject({ content: "Up again" });
        await interaction.deleteMessage(id);
        await expect(interaction.editMessage(id, "Gone")).rejects.toMatchObject({ code: 10_008 });
        await interaction.deleteOriginalMessage();
        return interaction.createFollowup("Bye");
      });
      const { messages } = await ada.use("dive");
      expect(await done).toMatchObject({ content: "Bye" });
      expect(messages).toMatchObject([{ content: "Bye" }]);
    });

    it("cannot reply twice or with an invalid message", async () => {
      const done = when(isCommand, async ({ id, token }) => {
        const answer = (content: string) =>
          client.createInteractionResponse(id, token, { type: 4, data: { content } });
        const long: unknown = await answer("x".repeat(2001)).catch((error: unknown) => error);
        await answer("Yes");
        return [long, await answer("Again").catch((error: unknown) => error)];
      });
      await ada.use("dive");
      expect(await done).toMatchObject([
        { code: 50_035, message: expect.stringContaining("data.content: Must be 2000 or fewer") },
        { code: 40_060 },
      ]);
    });

    it("responds with suggestions while the player types", async () => {
      const answered = when(
        (interaction) => interaction instanceof AutocompleteInteraction,
        (interaction) => interaction.result([{ name: "Reef", value: "reef" }]),
      );
      expect(await ada.type("dive", "place", "re")).toEqual([{ name: "Reef", value: "reef" }]);
      await answered;
    });
  });

  describe("responses to a button", () => {
    async function showButton() {
      const modalShown = when(isCommand, (interaction) =>
        interaction.createMessage({
          content: "Choose",
          components: [{ ...row("on"), components: [...row("on").components] }],
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
      await ada.press("on");
      await updated;
      expect(messages).toMatchObject([{ id: message.id, content: "Pressed" }]);
      const later = when(isComponent, async (interaction) => {
        await interaction.deferUpdate();
        await interaction.editOriginalMessage("Again");
      });
      await ada.press("on");
      await later;
      expect(messages).toMatchObject([{ id: message.id, content: "Again" }]);
    });

    it("shows a form and reads its fields", async () => {
      const { messages } = await showButton();
      const input = {
        type: Constants.ComponentTypes.TEXT_INPUT,
        style: 1,
        label: "Name",
        custom_id: "text",
      } as const;
      const components = [{ type: Constants.ComponentTypes.ACTION_ROW, components: [input] }];
      const componentUsed = when(isComponent, (interaction) =>
        interaction.createModal({ custom_id: "form", title: "A name", components }),
      );
      await ada.press("on");
      await componentUsed;
      const sent = when(
        (interaction) => interaction instanceof ModalSubmitInteraction,
        (interaction) =>
          interaction.editParent({
            content: `It is ${interaction.data.components[0]?.components[0]?.value}`,
          }),
      );
      await ada.submit({ text: "Nemo" });
      await sent;
      expect(messages).toMatchObject([{ content: "It is Nemo" }]);
    });
  });
});
