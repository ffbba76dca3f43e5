import { Client, type IGatewayDispatch } from "cloudstorm";
import { SnowTransfer } from "snowtransfer";
import { type APIInteraction, GatewayDispatchEvents } from "discord-api-types/v10";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PlayerAgent } from "../../../src/emulator/index.ts";
import { needs } from "../../setup/system-parts.ts";
import { type Bot, openBot } from "../setup/bot.ts";

/** Cloudstorm is only a gateway client; snowtransfer is the same author's REST client. */
describe("cloudstorm", needs("a network namespace"), () => {
  let bot: Bot;
  let client: Client;
  let rest: SnowTransfer;
  let ada: PlayerAgent;
  const events: IGatewayDispatch[] = [];
  beforeAll(async () => {
    bot = await openBot("namespace");
    ada = bot.emulator.player("Ada", { guild: "Divers" });
    const { botToken } = bot.application;
    rest = new SnowTransfer(botToken);
    client = new Client(botToken, { intents: ["GUILDS"], snowtransferInstance: rest });
    client.on("dispatch", (event) => events.push(event));
    // Without a listener, a dropped connection's error event would crash the process.
    client.on("error", () => undefined);
    const ready = new Promise<void>((resolve) => client.once("ready", () => resolve()));
    await client.connect();
    await ready;
  });
  afterAll(async () => {
    client.disconnect();
    await bot[Symbol.asyncDispose]();
  });

  /** Handles the next interaction with `work` and settles with its outcome. */
  function when<Result>(work: (interaction: APIInteraction) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const listen = (event: IGatewayDispatch) => {
        if (event.t !== GatewayDispatchEvents.InteractionCreate) return;
        client.off("dispatch", listen);
        work(event.d).then(resolve, reject);
      };
      client.on("dispatch", listen);
    });
  }

  it("receives its user and its guild", async () => {
    await expect.poll(() => events.map(({ t }) => t)).toEqual(["READY", "GUILD_CREATE"]);
    expect(events).toMatchObject([
      { shard_id: 0, d: { user: { id: bot.application.id, username: "Reef" } } },
      { shard_id: 0, d: { id: "11", name: "Divers", channels: [{ name: "general" }] } },
    ]);
  });

  it("reads data over REST and reports errors", async () => {
    expect(await rest.user.getSelf()).toMatchObject({ username: "Reef", bot: true });
    expect(await rest.guild.getGuild("11")).toMatchObject({ name: "Divers" });
    const [channel] = await rest.guild.getGuildChannels("11");
    expect(await rest.channel.getChannelMessages(channel?.id ?? "")).toMatchObject([
      { author: { username: "grace" } },
    ]);
    const long = { name: "dive", description: "x".repeat(101) };
    await expect(rest.interaction.createApplicationCommand(bot.application.id, long)).rejects.toMatchObject({
      httpStatus: 400,
      // The message contains the response body.
      message: expect.stringContaining('"code":50035'),
    });
  });

  it("sets and lists a guild's commands", async () => {
    const { id } = bot.application;
    const place = { type: 3, name: "place", description: "Where", autocomplete: true } as const;
    const commands = [
      { name: "dive", description: "Goes under", options: [place] },
      { name: "Wave", type: 2 },
    ];
    await rest.interaction.bulkOverwriteGuildApplicationCommands(id, "11", commands);
    expect(await rest.interaction.getGuildApplicationCommands(id, "11")).toMatchObject([
      { name: "dive", options: [{ autocomplete: true }] },
      { name: "Wave" },
    ]);
  });

  it("responds to a command immediately with a file", async () => {
    const done = when(({ id, token }) =>
      rest.interaction.createInteractionResponse(id, token, {
        type: 4,
        data: { content: "Down", flags: 64, attachments: [{ id: 0, filename: "reef.txt" }] },
        files: [{ name: "reef.txt", file: Buffer.from("corals") }],
      }),
    );
    const { messages } = await ada.use("dive", { place: "the reef" });
    await done;
    expect(messages).toMatchObject([
      { content: "Down", flags: 64, attachments: [{ filename: "reef.txt", size: 6 }] },
    ]);
  });

  it("resumes after a dropped connection and responds to a command sent in the meantime", async () => {
    const answered = when(({ id, token }) =>
      rest.interaction.createInteractionResponse(id, token, { type: 4, data: { content: "Back" } }),
    );
    bot.emulator.gateway.drop();
    const { messages } = await ada.use("dive");
    await answered;
    expect(messages).toMatchObject([{ content: "Back" }]);
    // RESUMED follows the missed events.
    await expect.poll(() => events.map(({ t }) => t)).toContain("RESUMED");
  });
});
