import {
  ActionRowBuilder,
  ButtonBuilder,
  ContainerBuilder,
  ContextMenuCommandBuilder,
  EmbedBuilder,
  LabelBuilder,
  ModalBuilder,
  SlashCommandBuilder,
  StringSelectMenuBuilder,
  StringSelectMenuOptionBuilder,
  TextInputBuilder,
  UserSelectMenuBuilder,
} from "@discordjs/builders";
import {
  ApplicationCommandType,
  ApplicationIntegrationType,
  ButtonStyle,
  ChannelType,
  InteractionContextType,
  MessageFlags,
  PermissionFlagsBits,
  TextInputStyle,
} from "discord-api-types/v10";
import { afterAll, describe, expect, it } from "vitest";
import { startGame } from "../../setup/emulator/game.ts";
import { call } from "../../setup/emulator/requests.ts";
import { openBot } from "../setup/bot.ts";
import { firstOf } from "../setup/interactions.ts";

const bot = await openBot("base-url");
const { emulator, application } = bot;
const ada = emulator.player("Ada");
const game = await startGame(application.publicKey);
await application.setInteractionsEndpoint(game.url);
afterAll(async () => {
  await game.close();
  await bot[Symbol.asyncDispose]();
});

/** Registers a command and expects the service to accept it. */
async function register(command: { toJSON(): unknown }) {
  const { status, body } = await call(emulator, "POST", "/commands", command.toJSON());
  expect(status).toBe(201);
  return body;
}

/** Sends the builders' output as the answer and returns the resulting message. */
async function send(data: object) {
  game.answer = () => ({ type: 4, data });
  const { messages } = await ada.use("echo", { category: "Funny" });
  const message = firstOf(messages);
  return { message, messages };
}

const row = (component: ButtonBuilder | StringSelectMenuBuilder | UserSelectMenuBuilder) =>
  new ActionRowBuilder<typeof component>().addComponents(component).toJSON();

describe("@discordjs/builders", () => {
  it("builds a command with every kind of option", async () => {
    const command = new SlashCommandBuilder()
      .setName("echo")
      .setDescription("Replies with your input")
      .setNameLocalizations({ de: "echo", "pt-BR": "eco" })
      .setDescriptionLocalizations({ de: "Wiederholt" })
      .setContexts(InteractionContextType.Guild, InteractionContextType.BotDM)
      .setIntegrationTypes(ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall)
      .setDefaultMemberPermissions(PermissionFlagsBits.KickMembers | PermissionFlagsBits.BanMembers)
      .setNSFW(true)
      .addStringOption((option) =>
        option
          .setName("category")
          .setDescription("The category")
          .setRequired(true)
          .addChoices({ name: "Funny", value: "funny", name_localizations: { de: "Lustig" } }),
      )
      .addStringOption((option) =>
        option.setName("input").setDescription("What to say").setMaxLength(2000).setAutocomplete(true),
      )
      .addIntegerOption((option) =>
        option.setName("int").setDescription("A whole").setMinValue(1).setMaxValue(9),
      )
      .addNumberOption((option) => option.setName("num").setDescription("A number").setMinValue(0.5))
      .addBooleanOption((option) => option.setName("ephemeral").setDescription("Whether alone"))
      .addUserOption((option) => option.setName("user").setDescription("Whom"))
      .addChannelOption((option) =>
        option.setName("channel").setDescription("Where").addChannelTypes(ChannelType.GuildText),
      )
      .addRoleOption((option) => option.setName("role").setDescription("Which"))
      .addMentionableOption((option) => option.setName("mention").setDescription("Who"))
      .addAttachmentOption((option) => option.setName("file").setDescription("What"));
    expect(await register(command)).toMatchObject({
      name: "echo",
      default_member_permissions: "6",
      nsfw: true,
      contexts: [0, 1],
      integration_types: [0, 1],
      name_localizations: { de: "echo", "pt-BR": "eco" },
      options: [
        { name: "category", required: true, choices: [{ name_localizations: { de: "Lustig" } }] },
        { name: "input", max_length: 2000, autocomplete: true },
        { min_value: 1, max_value: 9 },
        { min_value: 0.5 },
        { type: 5 },
        { type: 6 },
        { type: 7, channel_types: [0] },
        { type: 8 },
        { type: 9 },
        { type: 11 },
      ],
    });
  });

  it("builds subcommands and groups", async () => {
    const command = new SlashCommandBuilder()
      .setName("info")
      .setDescription("Gets info")
      .addSubcommandGroup((group) =>
        group
          .setName("of")
          .setDescription("Of somebody")
          .addSubcommand((sub) =>
            sub
              .setName("user")
              .setDescription("Of a user")
              .addUserOption((option) => option.setName("target").setDescription("Whom")),
          ),
      )
      .addSubcommand((sub) => sub.setName("server").setDescription("Of the server"));
    expect(await register(command)).toMatchObject({
      options: [
        { type: 2, options: [{ type: 1, name: "user", options: [{ type: 6 }] }] },
        { type: 1, name: "server" },
      ],
    });
  });

  it("builds user and message commands", async () => {
    for (const type of [ApplicationCommandType.User, ApplicationCommandType.Message] as const) {
      const command = new ContextMenuCommandBuilder().setName("User Information").setType(type);
      expect(await register(command)).toMatchObject({ type, name: "User Information" });
    }
  });

  it("builds embeds", async () => {
    const embed = new EmbedBuilder()
      .setColor(0x0099ff)
      .setTitle("Some title")
      .setURL("https://reef.example/")
      .setAuthor({ name: "Some name", iconURL: "https://reef.example/i.png" })
      .setDescription("Some description")
      .addFields({ name: "Regular", value: "Some value" }, { name: "Inline", value: "x", inline: true })
      .setImage("https://reef.example/a.png")
      .setTimestamp(1000)
      .setFooter({ text: "Some footer" });
    const { message } = await send({ embeds: [embed.toJSON()] });
    expect(message).toMatchObject({
      embeds: [
        {
          type: "rich",
          title: "Some title",
          color: 0x0099ff,
          fields: [{ inline: false }, { inline: true }],
          timestamp: "1970-01-01T00:00:01.000Z",
          footer: { text: "Some footer" },
        },
      ],
    });
  });

  it("builds buttons and menus for players", async () => {
    const button = new ButtonBuilder()
      .setCustomId("confirm")
      .setLabel("Confirm")
      .setStyle(ButtonStyle.Danger);
    const link = new ButtonBuilder()
      .setURL("https://reef.example/")
      .setLabel("Go")
      .setStyle(ButtonStyle.Link);
    const menu = new StringSelectMenuBuilder()
      .setCustomId("starter")
      .setPlaceholder("Make a selection!")
      .setMaxValues(2)
      .addOptions(
        new StringSelectMenuOptionBuilder().setLabel("Bulb").setDescription("Grass").setValue("bulb"),
        new StringSelectMenuOptionBuilder().setLabel("Char").setValue("char").setDefault(true),
      );
    const users = new UserSelectMenuBuilder().setCustomId("users").setMinValues(1);
    const { messages } = await send({ components: [row(button), row(link), row(menu), row(users)] });
    game.answer = ({ data }) => ({ type: 7, data: { content: JSON.stringify(data) } });
    await ada.select("starter", ["bulb", "char"]);
    expect(messages).toMatchObject([{ content: expect.stringContaining('"values":["bulb","char"]') }]);
    await ada.press("confirm");
    expect(messages).toMatchObject([{ content: expect.stringContaining('"component_type":2') }]);
  });

  it("builds a message that consists only of components", async () => {
    const container = new ContainerBuilder()
      .setAccentColor(0x0099ff)
      .addTextDisplayComponents((display) => display.setContent("# A reef"))
      .addSeparatorComponents((separator) => separator)
      .addSectionComponents((section) =>
        section
          .addTextDisplayComponents((display) => display.setContent("Look"))
          .setButtonAccessory((button) =>
            button.setCustomId("look").setLabel("Look").setStyle(ButtonStyle.Primary),
          ),
      )
      .addMediaGalleryComponents((gallery) =>
        gallery.addItems((item) => item.setURL("https://reef.example/a.png").setDescription("The reef")),
      );
    const { message } = await send({ flags: MessageFlags.IsComponentsV2, components: [container.toJSON()] });
    expect(message).toMatchObject({
      components: [
        {
          type: 17,
          accent_color: 0x0099ff,
          components: [{ type: 10 }, { type: 14 }, { type: 9 }, { type: 12 }],
        },
      ],
    });
    game.answer = () => ({ type: 6 });
    expect(await ada.press("look")).toMatchObject({ response: { type: 6 } });
  });

  it("builds a form for players", async () => {
    const hobby = new LabelBuilder()
      .setLabel("What is your hobby?")
      .setDescription("In a word")
      .setTextInputComponent(new TextInputBuilder().setCustomId("hobby").setStyle(TextInputStyle.Short));
    const food = new LabelBuilder()
      .setLabel("And food?")
      .setStringSelectMenuComponent(
        new StringSelectMenuBuilder()
          .setCustomId("food")
          .addOptions(new StringSelectMenuOptionBuilder().setLabel("Fish").setValue("fish")),
      );
    const modal = new ModalBuilder().setCustomId("form").setTitle("Me").addLabelComponents(hobby, food);
    game.answer = () => ({ type: 9, data: modal.toJSON() });
    await ada.use("echo", { category: "Funny" });
    game.answer = ({ data }) => ({ type: 4, data: { content: JSON.stringify(data) } });
    const { messages } = await ada.submit({ hobby: "Diving", food: ["fish"] });
    expect(messages).toMatchObject([
      { content: expect.stringMatching(/"value":"Diving".*"values":\["fish"\]/) },
    ]);
  });
});
