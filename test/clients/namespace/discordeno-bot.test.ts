import {
  ApplicationCommandOptionTypes,
  ApplicationCommandTypes,
  ButtonStyles,
  commandOptionsParser,
  type CreateApplicationCommand,
  createBot,
  createDesiredPropertiesObject,
  MessageComponentTypes,
  MessageFlags,
  TextStyles,
} from "@discordeno/bot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PlayerAgent } from "../../../src/emulator/index.ts";
import { needs } from "../../setup/system-parts.ts";
import { type Bot, openBot } from "../setup/bot.ts";

/** Discordeno keeps only the properties listed here. */
const desiredProperties = createDesiredPropertiesObject({
  interaction: { id: true, type: true, data: true, token: true, user: true, message: true },
  message: { id: true, content: true, author: true },
  user: { id: true, username: true },
  guild: { id: true, name: true },
  channel: { id: true, name: true },
  role: { id: true, name: true },
  member: { id: true, user: true },
});

function createClient(token: string, ready: () => void) {
  const quiet = { debug() {}, info() {}, warn() {}, error() {}, fatal() {} };
  const client = createBot({ token, desiredProperties, loggerFactory: () => quiet });
  client.events.ready = ready;
  return client;
}

type Client = ReturnType<typeof createClient>;
type Interaction = Client["transformers"]["$inferredTypes"]["interaction"];

describe("@discordeno/bot", needs("a network namespace"), () => {
  let bot: Bot;
  let client: Client;
  let ada: PlayerAgent;
  beforeAll(async () => {
    bot = await openBot("namespace");
    ada = bot.emulator.player("Ada", { guild: "Divers" });
    await new Promise<void>((resolve, reject) => {
      client = createClient(bot.application.botToken, resolve);
      client.start().catch(reject);
    });
  });
  afterAll(async () => {
    await client.shutdown();
    await bot[Symbol.asyncDispose]();
  });

  /** Handles the next interaction with `work` and settles with its outcome. */
  function when<Result>(work: (interaction: Interaction) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      client.events.interactionCreate = (interaction) => work(interaction).then(resolve, reject);
    });
  }

  it("loads its user and application", async () => {
    expect(String(client.id)).toBe(bot.application.id);
    expect(await client.helpers.getApplicationInfo()).toMatchObject({ name: "Reef" });
  });

  it("reads its guild", async () => {
    expect(await client.helpers.getGuild("11")).toMatchObject({ id: 11n, name: "Divers" });
    const [channel] = await client.helpers.getChannels("11");
    expect(channel).toMatchObject({ name: "general" });
    expect(await client.helpers.getMessages(channel?.id ?? 0n)).toMatchObject([
      { author: { username: "grace" } },
    ]);
    expect(await client.helpers.getRoles("11")).toHaveLength(2);
    const [player] = bot.emulator.players;
    expect(await client.helpers.getMember("11", player.id)).toMatchObject({ user: { username: "ada" } });
    expect(await client.helpers.getUser(player.id)).toMatchObject({ username: "ada" });
  });

  it("sets a guild's commands and reports an invalid command", async () => {
    const { String: STRING, User: USER } = ApplicationCommandOptionTypes;
    const commands: CreateApplicationCommand[] = [
      {
        name: "dive",
        description: "Goes under",
        options: [
          { type: STRING, name: "place", description: "Where", autocomplete: true },
          { type: USER, name: "buddy", description: "With whom" },
        ],
      },
      { name: "Wave", type: ApplicationCommandTypes.User },
    ];
    await client.helpers.upsertGuildApplicationCommands("11", commands);
    const listed = await client.helpers.getGuildApplicationCommands("11");
    expect(listed.map(({ name }) => name)).toEqual(["dive", "Wave"]);
    const failed = client.helpers.createGlobalApplicationCommand({ name: "Dive", description: "" });
    await expect(failed).rejects.toMatchObject({ cause: { status: 400 } });
  });

  it("responds immediately with the player's options and a file", async () => {
    const done = when(async (interaction) => {
      const { place, buddy } = commandOptionsParser(interaction) as {
        place: string;
        buddy: { user: { username: string } };
      };
      await interaction.respond({
        content: `${buddy.user.username} at ${place}`,
        files: [{ name: "reef.txt", blob: new Blob(["corals"]) }],
        flags: MessageFlags.Ephemeral,
      });
    });
    const { messages } = await ada.use("dive", { place: "the reef", buddy: "Grace" });
    await done;
    expect(messages).toMatchObject([
      { content: "grace at the reef", flags: 64, attachments: [{ filename: "reef.txt", size: 6 }] },
    ]);
  });

  it("defers, edits, follows up and deletes", async () => {
    const done = when(async (interaction) => {
      await interaction.defer();
      expect(await interaction.edit("Down")).toMatchObject({ content: "Down" });
      const followed = await client.helpers.sendFollowupMessage(interaction.token, { content: "Up" });
      await client.helpers.editFollowupMessage(interaction.token, followed.id, { content: "Up again" });
      await interaction.delete();
    });
    const { messages } = await ada.use("dive");
    await done;
    expect(messages).toMatchObject([{ content: "Up again" }]);
  });

  it("responds to a button with a form and to the form with a message", async () => {
    const modalShown = when((interaction) =>
      interaction.respond({
        components: [
          {
            type: MessageComponentTypes.ActionRow,
            components: [
              {
                type: MessageComponentTypes.Button,
                style: ButtonStyles.Primary,
                label: "Name it",
                customId: "name",
              },
            ],
          },
        ],
      }),
    );
    const { messages } = await ada.use("dive");
    await modalShown;
    const input = {
      type: MessageComponentTypes.InputText,
      customId: "text",
      style: TextStyles.Short,
      label: "Name",
    } as const;
    const componentUsed = when((interaction) =>
      interaction.respond({
        title: "A name",
        customId: "form",
        components: [{ type: MessageComponentTypes.ActionRow, components: [input] }],
      }),
    );
    await ada.press("name");
    await componentUsed;
    const sent = when(async (interaction) => {
      const text = interaction.data?.components?.[0]?.components?.[0]?.value;
      await interaction.edit(`It is ${text}`);
    });
    await ada.submit({ text: "Nemo" });
    await sent;
    expect(messages).toMatchObject([{ content: "It is Nemo" }]);
  });
});
