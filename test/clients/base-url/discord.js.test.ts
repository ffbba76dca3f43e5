import {
  ActionRowBuilder,
  ApplicationCommandOptionType,
  ApplicationCommandPermissionType,
  ApplicationCommandType,
  AttachmentBuilder,
  AuditLogEvent,
  ButtonBuilder,
  ButtonStyle,
  type ChatInputCommandInteraction,
  Client,
  type ClientApplication,
  type ClientEvents,
  DiscordAPIError,
  EmbedBuilder,
  type Entitlement,
  Events,
  GatewayIntentBits,
  type Interaction,
  MessageFlags,
  ModalBuilder,
  Partials,
  SubscriptionStatus,
  TextInputBuilder,
  TextInputStyle,
  WebhookClient,
} from "discord.js";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMemberRequestGate, type GatewayEvent, parseGatewayEvent } from "../../../src/events/index.ts";
import { missingIn, readNames } from "../../setup/documents/migration.ts";
import { getAccessToken } from "../../setup/emulator/players.ts";
import { openBot } from "../setup/bot.ts";
import { answerNext, firstOf } from "../setup/interactions.ts";

const bot = await openBot("base-url");
const { emulator } = bot;
const ada = emulator.player("Ada");
const diver = emulator.player("Ada", { guild: "Divers" });
const rest = { api: bot.api };
const client = new Client({ intents: [], partials: [Partials.Channel], rest });
let application: ClientApplication;

beforeAll(async () => {
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(bot.application.botToken);
  ({ application } = await ready);
});
afterAll(async () => {
  await client.destroy();
  await bot[Symbol.asyncDispose]();
});

const when = answerNext<Interaction>((listener) => client.once(Events.InteractionCreate, listener));

const dive = { name: "dive", description: "Goes under" };

describe("discord.js", () => {
  it("loads its user and application", () => {
    expect(client.user).toMatchObject({ id: bot.application.id, username: "Reef", bot: true });
    expect(application.id).toBe(bot.application.id);
  });

  it("fetches and edits its application", async () => {
    expect(await application.fetch()).toMatchObject({ name: "Reef", approximateGuildCount: 0 });
    expect(application.owner).toMatchObject({ username: "ada" });
    await application.edit({
      description: "A game of fish",
      tags: ["fish"],
      customInstallURL: "https://reef.example/install",
      icon: Buffer.from("picture"),
    });
    await application.fetch();
    expect(application).toMatchObject({ description: "A game of fish", tags: ["fish"] });
    expect(application.iconURL()).toContain(application.icon);
  });

  describe("commands", () => {
    it("creates, edits and fetches global commands", async () => {
      const created = await application.commands.create({
        ...dive,
        options: [
          { name: "depth", description: "How deep", type: ApplicationCommandOptionType.Integer, minValue: 1 },
        ],
      });
      expect(created).toMatchObject({ name: "dive", guildId: null, options: [{ minValue: 1 }] });
      await created.edit({ description: "Surfaces", nameLocalizations: { de: "tauchen" } });
      const fetched = await application.commands.fetch({ withLocalizations: true });
      expect(fetched.find(({ name }) => name === "dive")).toMatchObject({
        description: "Surfaces",
        nameLocalizations: { de: "tauchen" },
      });
      expect(await application.commands.fetch(created.id)).toMatchObject({ description: "Surfaces" });
      expect(created.equals({ ...dive, description: "Surfaces" })).toBe(false);
      await created.delete();
      await expect(application.commands.fetch(created.id, { force: true })).rejects.toMatchObject({
        code: 10_063,
      });
    });

    it("reports a rejected command's invalid field", async () => {
      const failed = application.commands.create({ ...dive, name: "Not A Name" });
      await expect(failed).rejects.toThrow(DiscordAPIError);
      await expect(failed).rejects.toThrow(/^Invalid Form Body\nname\[/);
      await expect(failed).rejects.toMatchObject({ code: 50_035, status: 400, method: "POST" });
    });
  });

  describe("responses to a command", () => {
    beforeAll(async () => {
      const place = {
        name: "place",
        description: "Where",
        type: ApplicationCommandOptionType.String,
        autocomplete: true,
      } as const;
      const buddy = {
        name: "buddy",
        description: "With whom",
        type: ApplicationCommandOptionType.User,
      } as const;
      await application.commands.create({ ...dive, options: [place, buddy] });
      await application.commands.create({ name: "Wave", type: ApplicationCommandType.User });
      await application.commands.create({ name: "Quote", type: ApplicationCommandType.Message });
    });
    const isCommand = (interaction: Interaction) => interaction.isChatInputCommand();

    it("replies immediately with the player's options", async () => {
      const replied = when(isCommand, async (interaction) => {
        const { resource } = await interaction.reply({
          content: `${interaction.options.getUser("buddy")?.username} at ${interaction.options.getString("place")}`,
          flags: MessageFlags.Ephemeral,
          withResponse: true,
        });
        return resource?.message;
      });
      const { messages } = await diver.use("dive", { place: "the reef", buddy: "Ada" });
      const message = await replied;
      expect(message).toMatchObject({
        content: "ada at the reef",
        interactionMetadata: { user: { username: "ada" } },
      });
      expect(message?.flags.has(MessageFlags.Ephemeral)).toBe(true);
      expect(messages).toMatchObject([{ content: "ada at the reef" }]);
    });

    it("defers, edits, follows up, fetches and deletes", async () => {
      const done = when(isCommand, async (interaction) => {
        await interaction.deferReply();
        expect((await interaction.fetchReply()).flags.has(MessageFlags.Loading)).toBe(true);
        const edited = await interaction.editReply({
          content: "Down",
          embeds: [new EmbedBuilder().setTitle("Deep")],
        });
        expect(edited.embeds).toMatchObject([{ title: "Deep" }]);
        const extra = await interaction.followUp("Up");
        expect(await interaction.webhook.editMessage(extra, "Up again")).toMatchObject({
          content: "Up again",
        });
        expect(await interaction.fetchReply(extra.id)).toMatchObject({ content: "Up again" });
        await interaction.deleteReply(extra);
        await expect(interaction.fetchReply(extra.id)).rejects.toMatchObject({ code: 10_008 });
        await interaction.deleteReply();
        return interaction.followUp({ content: "Bye", flags: MessageFlags.Ephemeral });
      });
      const { messages } = await ada.use("dive");
      expect(await done).toMatchObject({ content: "Bye" });
      expect(messages).toMatchObject([{ content: "Bye", flags: 64 }]);
    });

    // test/flow/message-order.test.ts covers the same orderings for this library, which loses no messages.
    it.each<[string, readonly ("deferReply" | "followUp" | "editReply")[], readonly string[]]>([
      ["rejects a follow-up before the answer", ["followUp"], ["reply"]],
      ["a follow-up before the answer replaces it", ["deferReply", "followUp"], ["followUp"]],
      ["a later answer overwrites the follow-up", ["deferReply", "followUp", "editReply"], ["editReply"]],
      [
        "a follow-up after the answer is a separate message",
        ["deferReply", "editReply", "followUp"],
        ["editReply", "followUp"],
      ],
    ])("keeps its usual message order: %s", async (_what, order, sees) => {
      const done = when(isCommand, async (interaction) => {
        const refused: unknown[] = [];
        for (const step of order) {
          const taken: Promise<unknown> =
            step === "deferReply" ? interaction.deferReply() : interaction[step](step);
          await taken.catch((error: unknown) => refused.push(error));
        }
        if (!interaction.deferred) await interaction.reply("reply");
        return refused;
      });
      const { messages } = await ada.use("dive");
      expect(await done).toMatchObject(order[0] === "followUp" ? [{ code: "InteractionNotReplied" }] : []);
      expect(messages.map(({ content }) => content)).toEqual(sees);
    });

    it("sends files and replaces them", async () => {
      const done = when(isCommand, async (interaction) => {
        const map = new AttachmentBuilder(Buffer.from("corals"), {
          name: "map.txt",
          description: "The reef",
        });
        await interaction.reply({ files: [map] });
        const first = await interaction.fetchReply();
        const [attachment] = first.attachments.values();
        expect(attachment).toMatchObject({ name: "map.txt", size: 6, description: "The reef" });
        expect(await (await fetch(String(attachment?.url))).text()).toBe("corals");
        const other = new AttachmentBuilder(Buffer.from("sand"), { name: "other.txt" });
        return interaction.editReply({ content: "Others", files: [other], attachments: [] });
      });
      await ada.use("dive");
      expect((await done).attachments.map(({ name }) => name)).toEqual(["other.txt"]);
    });

    it("sends a file that the player uploaded", async () => {
      const file = {
        name: "map",
        description: "A map",
        type: ApplicationCommandOptionType.Attachment,
      } as const;
      await application.commands.create({ name: "read", description: "Reads a map", options: [file] });
      const done = when(isCommand, async (interaction) => {
        const { name, url } = interaction.options.getAttachment("map", true);
        return interaction.reply({ content: name, files: [url] });
      });
      const { messages } = await ada.use("read", { map: "reef.txt" });
      await done;
      expect(messages).toMatchObject([
        { content: "reef.txt", attachments: [{ filename: "reef.txt", size: 8 }] },
      ]);
    });

    it("sends a poll", async () => {
      const done = when(isCommand, async (interaction) => {
        const answers = [{ text: "Reef", emoji: "🐠" }, { text: "Wreck" }];
        const poll = { question: { text: "Where?" }, answers, duration: 24, allowMultiselect: false };
        await interaction.reply({ poll });
        return (await interaction.fetchReply()).poll;
      });
      await ada.use("dive");
      const poll = await done;
      expect(poll).toMatchObject({ question: { text: "Where?" }, allowMultiselect: false });
      expect(poll?.answers.map(({ text }) => text)).toEqual(["Reef", "Wreck"]);
    });

    it("replies only once", async () => {
      const done = when(isCommand, async (interaction) => {
        await interaction.reply("Yes");
        await expect(interaction.reply("Again")).rejects.toThrow("already been sent or deferred");
        const path = `/interactions/${interaction.id}/${interaction.token}/callback` as const;
        return client.rest.post(path, { body: { type: 5 } }).catch((error: unknown) => error);
      });
      await ada.use("dive");
      expect(await done).toMatchObject({ code: 40_060 });
    });

    it("responds with suggestions while the player types", async () => {
      const answered = when(
        (interaction) => interaction.isAutocomplete(),
        (interaction) => interaction.respond([{ name: "Reef", value: interaction.options.getFocused() }]),
      );
      expect(await ada.type("dive", "place", "re")).toEqual([{ name: "Reef", value: "re" }]);
      await answered;
    });

    it("replies to user and message commands", async () => {
      const waved = when(
        (interaction) => interaction.isUserContextMenuCommand(),
        (interaction) => interaction.reply(`Hello ${interaction.targetUser.displayName}`),
      );
      await ada.useOn("Grace", "Wave");
      await waved;
      const quoted = when(
        (interaction) => interaction.isMessageContextMenuCommand(),
        (interaction) => interaction.reply(`> ${interaction.targetMessage.content}`),
      );
      const { messages } = await diver.useOn("1100", "Quote");
      await quoted;
      expect(messages).toMatchObject([{ content: "> Nice" }]);
    });

    it("launches the Activity", async () => {
      const launched = when(isCommand, (interaction) => interaction.launchActivity({ withResponse: true }));
      const { activityInstance } = await ada.use("dive");
      expect((await launched).interaction).toMatchObject({ activityInstanceId: activityInstance?.id });
    });
  });

  describe("responses to components", () => {
    const row = () =>
      new ActionRowBuilder<ButtonBuilder>().addComponents(
        new ButtonBuilder().setCustomId("name").setLabel("Name it").setStyle(ButtonStyle.Primary),
      );
    const isButton = (interaction: Interaction) => interaction.isButton();

    async function showButton() {
      const modalShown = when(
        (interaction) => interaction.isChatInputCommand(),
        (interaction) => interaction.reply({ components: [row()] }),
      );
      const { messages } = await ada.use("dive");
      await modalShown;
      const message = firstOf(messages);
      return { message, messages };
    }

    it("updates the component's message", async () => {
      const { message, messages } = await showButton();
      const updated = when(isButton, (interaction) =>
        interaction.update({ content: "Pressed", components: [] }),
      );
      await ada.press("name");
      await updated;
      expect(messages).toMatchObject([{ id: message.id, content: "Pressed", components: [] }]);
    });

    it("defers an update and follows up with another message", async () => {
      const { message, messages } = await showButton();
      const done = when(isButton, async (interaction) => {
        await interaction.deferUpdate();
        await interaction.editReply({ content: "Pressed", components: [] });
        return interaction.followUp("And more");
      });
      const { messages: more } = await ada.press("name");
      await done;
      expect(messages).toMatchObject([{ content: "Pressed" }]);
      expect(more).toMatchObject([{ id: message.id }, { content: "And more" }]);
    });

    it("shows a form and reads its fields", async () => {
      const { messages } = await showButton();
      const done = when(isButton, async (interaction) => {
        const input = new TextInputBuilder()
          .setCustomId("text")
          .setLabel("Name")
          .setStyle(TextInputStyle.Short);
        const modal = new ModalBuilder()
          .setCustomId("form")
          .setTitle("A name")
          .addComponents(new ActionRowBuilder<TextInputBuilder>().addComponents(input));
        await interaction.showModal(modal);
        const sent = await interaction.awaitModalSubmit({ time: 10_000 });
        const name = sent.fields.getTextInputValue("text");
        if (sent.isFromMessage()) await sent.update({ content: `It is ${name}`, components: [] });
        return name;
      });
      await ada.press("name");
      await ada.submit({ text: "Nemo" });
      expect(await done).toBe("Nemo");
      expect(messages).toMatchObject([{ content: "It is Nemo" }]);
    });
  });

  it("lists SKUs, creates and deletes test entitlements, receives purchases and consumes them", async () => {
    const { entitlements, subscriptions } = application;
    const sold = await application.fetchSKUs();
    expect(sold.map(({ name, flags }) => [name, flags.toArray()])).toEqual([
      ["Reef Pass", ["Available", "UserSubscription"]],
      ["Pearl", ["Available"]],
    ]);
    const given = await entitlements.createTest({ sku: "71", guild: "11" });
    expect([given.isTest(), given.isGuildSubscription(), given.isActive()]).toEqual([true, true, true]);
    await entitlements.deleteTest(given);
    const events = new Promise<Entitlement>((resolve) => client.once(Events.EntitlementCreate, resolve));
    emulator.shop.buy({ player: "Ada", sku: "72" });
    const bought = await events;
    expect([bought.isTest(), bought.isUserSubscription(), bought.userId]).toEqual([
      false,
      true,
      ada.player.id,
    ]);
    await bought.consume();
    const all = await entitlements.fetch({ user: ada.player.id, skus: ["72"], cache: false });
    expect(all.map(({ id, consumed }) => [id, consumed])).toEqual([[bought.id, true]]);
    emulator.shop.subscribe({ player: "Ada", sku: "71" });
    const paid = await subscriptions.fetch({ sku: "71", user: ada.player.id });
    expect(paid.map(({ skuIds, status }) => [skuIds, status])).toEqual([[["71"], SubscriptionStatus.Active]]);
  });

  it("follows up with only an interaction token", async () => {
    const replied = when(
      (interaction) => interaction.isChatInputCommand(),
      async (interaction) => {
        await interaction.reply("First");
        return { id: interaction.applicationId, token: interaction.token };
      },
    );
    await ada.use("dive");
    const webhook = new WebhookClient(await replied, { rest });
    const sent = await webhook.send({
      content: "Second",
      files: [{ attachment: Buffer.from("x"), name: "x.txt" }],
    });
    expect(sent).toMatchObject({ content: "Second", attachments: [{ filename: "x.txt" }] });
    expect(await webhook.editMessage(sent.id, "Third")).toMatchObject({ content: "Third" });
    expect(await webhook.fetchMessage("@original")).toMatchObject({ content: "First" });
    await webhook.deleteMessage(sent.id);
    await expect(webhook.fetchMessage(sent.id)).rejects.toMatchObject({ code: 10_008 });
  });
});

describe("discord.js at the gateway", () => {
  const { GuildMembers, GuildModeration, Guilds } = GatewayIntentBits;
  const own = emulator.addApplication({ privilegedIntents: true, commands: [dive] });
  const other = new Client({ intents: [Guilds, GuildMembers, GuildModeration], rest });
  const divers = emulator.guilds.find(({ name }) => name === "Divers") ?? expect.unreachable();
  const next = async <Event extends keyof ClientEvents>(name: Event): Promise<ClientEvents[Event]> =>
    new Promise((resolve) => other.once(name, (...events) => resolve(events)));

  const nextInteraction = answerNext<Interaction>((listener) =>
    other.once(Events.InteractionCreate, listener),
  );
  const answerCommand = <Result>(work: (interaction: ChatInputCommandInteraction) => Promise<Result>) =>
    nextInteraction((interaction) => interaction.isChatInputCommand(), work);

  beforeAll(async () => {
    const ready = next(Events.ClientReady);
    await other.login(own.botToken);
    await ready;
  });
  afterAll(() => other.destroy());

  it("loads its guilds and permissions, and fetches all members at most once every 30 seconds", async () => {
    const guild = await other.guilds.fetch("11");
    expect(guild).toMatchObject({ name: "Divers", available: true });
    expect(guild.members.me?.permissions.has("Administrator")).toBe(true);
    const members = await guild.members.fetch();
    expect(members.map(({ user }) => user.username)).toEqual(expect.arrayContaining(["ada", "grace"]));
    await expect(guild.members.fetch()).rejects.toThrow("rate limited");
    emulator.advance("30s");
    await guild.members.fetch();
    expect((await guild.members.fetch({ query: "gra" })).map(({ user }) => user.username)).toEqual(["grace"]);
  });

  it("receives member additions, updates and removals, and audit log entries", async () => {
    const [added, updated, removed] = [
      next(Events.GuildMemberAdd),
      next(Events.GuildMemberUpdate),
      next(Events.GuildMemberRemove),
    ];
    const logged = next(Events.GuildAuditLogEntryCreate);
    emulator.addPlayer({ name: "Barbara" });
    expect((await added)[0]).toMatchObject({ displayName: "Barbara" });
    divers.editMember("Barbara", { nick: "B" });
    expect((await updated)[1]).toMatchObject({ nickname: "B" });
    expect((await logged)[0]).toMatchObject({
      action: AuditLogEvent.MemberUpdate,
      changes: [{ key: "nick", new: "B" }],
    });
    divers.removeMember("Barbara");
    expect((await removed)[0]).toMatchObject({ nickname: "B" });
  });

  it("is notified of edited command permissions", async () => {
    const edited = next(Events.ApplicationCommandPermissionsUpdate);
    const token = await getAccessToken(
      { ...emulator, application: own },
      "applications.commands.permissions.update",
    );
    const permissions = [{ id: "77", type: ApplicationCommandPermissionType.Role, permission: false }];
    const [command] = (await other.application?.commands.fetch())?.values() ?? [];
    await other.application?.commands.permissions.set({
      guild: "11",
      command: command?.id ?? "",
      token,
      permissions,
    });
    expect((await edited)[0]).toEqual({ id: command?.id, guildId: "11", applicationId: own.id, permissions });
  });

  it("passes raw dispatches to the event parser and requests all members when the gate permits it", async () => {
    let now = 0;
    const gate = createMemberRequestGate({ now: () => now });
    const events: GatewayEvent[] = [];
    other.on("raw", (dispatch: unknown) => {
      const event = parseGatewayEvent(dispatch);
      if (event.t === "RATE_LIMITED") gate.adopt(event.d);
      events.push(event);
    });
    emulator.advance("30s");
    const guild = await other.guilds.fetch("11");
    expect(gate.take("11")).toBe(0);
    await guild.members.fetch();
    now = 10_000;
    expect(gate.take("11")).toBe(20_000);
    await expect(guild.members.fetch()).rejects.toThrow("rate limited");
    // This is the service's delay: at most 20 seconds of the gate's own delay would remain.
    expect(gate.delay("11")).toBeGreaterThan(20_000);
    emulator.advance("30s");
    now += 30_000;
    expect(gate.take("11")).toBe(0);
    await guild.members.fetch();
    const updated = next(Events.GuildMemberUpdate);
    divers.editMember("Ada", { nick: "Captain" });
    await updated;
    other.removeAllListeners("raw");
    const expected = events.map((event) => [event.t === "unknown" ? event.name : event.t, event.d]);
    expect(Object.fromEntries(expected)).toMatchObject({
      GUILD_MEMBERS_CHUNK: { guild_id: "11" },
      RATE_LIMITED: { opcode: 8, meta: { guild_id: "11" } },
      GUILD_MEMBER_UPDATE: { guild_id: "11", nick: "Captain" },
    });
  });

  it("resumes after a dropped connection and responds to a command sent in the meantime", async () => {
    const resumed = next(Events.ShardResume);
    const answered = answerCommand((interaction) => interaction.reply("Back"));
    emulator.gateway.drop(own);
    const used = emulator.player("Ada", { application: own, guild: "Divers" }).use("/dive");
    expect((await resumed)[1]).toBeGreaterThan(0);
    await answered;
    expect((await used).messages).toMatchObject([{ content: "Back" }]);
  });

  it("reconnects on request and sends heartbeats", async () => {
    const resumed = next(Events.ShardResume);
    emulator.gateway.reconnect(own);
    await resumed;
    const answered = answerCommand((interaction) => interaction.reply("Still here"));
    emulator.advance("1h");
    const { messages } = await emulator.player("Ada", { application: own, guild: "Divers" }).use("/dive");
    await answered;
    expect(messages).toMatchObject([{ content: "Still here" }]);
  });
});

it("declares every discord.js name used in docs/guides/migration.md", () => {
  const declared = ["discord.js/typings", "@discordjs/builders/dist", "@discordjs/rest/dist"]
    .map((path) => readFileSync(new URL(`../node_modules/${path}/index.d.ts`, import.meta.url), "utf8"))
    .join("\n");
  const { theirs } = readNames("From discord.js");
  expect(theirs.length).toBeGreaterThan(30);
  expect(missingIn(declared, theirs)).toEqual([]);
});
