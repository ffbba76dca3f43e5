import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CommandsClient } from "../../src/commands/index.ts";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import {
  ChannelType,
  createInteractionHandler,
  createNodeListener,
  defineCommand,
  type DefinedCommand,
  entryPoint,
  EntryPointHandler,
  fetchActivityInstance,
  findEntryPoint,
  OptionType,
  registerEntryPoint,
} from "../../src/interactions/index.ts";

let emulator: Emulator;
let server: Server | undefined;
let client: CommandsClient;

beforeEach(async () => {
  emulator = await startEmulator({ world: { applications: [{ activities: true }] } });
  const { apiBase, application } = emulator;
  const credential = { botToken: application.botToken };
  client = new CommandsClient({ applicationId: application.id, credential, apiBase });
});

afterEach(async () => {
  vi.useRealTimers();
  server?.close();
  server?.closeAllConnections();
  await emulator.close();
});

async function listen(...commands: readonly DefinedCommand[]): Promise<void> {
  const { publicKey } = emulator.application;
  const handler = createInteractionHandler({ publicKey, commands, apiBase: emulator.apiBase });
  server = createServer(createNodeListener(handler)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await emulator.application.setInteractionsEndpoint(`http://127.0.0.1:${port}/`);
}

test("takes over the service's entry point under the same id, launches it, and fetches the instance", async () => {
  const made = await findEntryPoint(client.global);
  expect(made).toMatchObject({ type: 4, handler: EntryPointHandler.DiscordLaunchActivity });

  const play = entryPoint({
    name: "play",
    description: "Play together",
    handler: EntryPointHandler.AppHandler,
  });
  const registered = await registerEntryPoint(client.global, play);
  expect(registered).toMatchObject({ id: made?.id, name: "play", handler: EntryPointHandler.AppHandler });

  await listen(play);
  const { response, activityInstance } = await emulator.player().use("play");
  expect(response).toEqual({ type: 12 });
  const { apiBase, application, players } = emulator;
  const instance = await fetchActivityInstance(activityInstance?.id ?? "", {
    applicationId: application.id,
    credential: { botToken: application.botToken },
    apiBase,
  });
  expect(instance).toMatchObject({ users: [players[0].id], location: { kind: "pc" } });
});

test("registers a command from its definition and responds to it", async () => {
  const greet = defineCommand({
    name: "greet",
    description: "Greets",
    options: [{ type: 3, name: "name", description: "Whom", required: true }],
    handle: (interaction, { name }) =>
      interaction.reply({ content: `${interaction.user.username} greets ${name}` }),
  });
  await client.global.create(greet.body);
  await listen(greet);
  const ada = emulator.player("Ada", { guild: "1234567890123456789" });
  const { response } = await ada.use("/greet", { name: "Grace" });
  expect(response).toMatchObject({ data: { content: expect.stringMatching(/greets Grace$/) } });
});

test("passes the values of every option type in a guild's subcommand group to the handler", async () => {
  const received: string[] = [];
  const described = { description: "An option", required: true } as const;
  const every = defineCommand({
    name: "every",
    description: "Takes everything",
    options: [
      {
        type: OptionType.SubCommandGroup,
        name: "of",
        description: "A group",
        options: [
          {
            type: OptionType.SubCommand,
            name: "types",
            description: "A subcommand",
            options: [
              { ...described, type: OptionType.String, name: "string" },
              { ...described, type: OptionType.Integer, name: "integer" },
              { ...described, type: OptionType.Boolean, name: "boolean" },
              { ...described, type: OptionType.User, name: "user" },
              {
                ...described,
                type: OptionType.Channel,
                name: "channel",
                channel_types: [ChannelType.GuildVoice],
              },
              { ...described, type: OptionType.Role, name: "role" },
              { ...described, type: OptionType.Mentionable, name: "somebody" },
              { ...described, type: OptionType.Mentionable, name: "everybody" },
              { ...described, type: OptionType.Number, name: "number" },
              { ...described, type: OptionType.Attachment, name: "attachment" },
              { type: OptionType.String, name: "left_out", description: "Optional" },
            ],
          },
        ],
      },
    ],
    handle: (interaction, { name, options }) => {
      received.push(name, options.string, options.integer.toFixed(), options.boolean ? "yes" : "no");
      received.push(options.user.user.username, options.user.member?.permissions ? "member" : "stranger");
      received.push(options.channel.type.toFixed(), options.role.name, options.number.toFixed(1));
      received.push(options.somebody.user?.username ?? "", options.everybody.role?.name ?? "");
      received.push(options.attachment.filename, options.left_out ?? "nothing");
      return interaction.reply({ content: "Thanks" });
    },
  });
  await client.global.create(every.body);
  await listen(every);
  emulator.addGuild({
    name: "Reef",
    roles: [{ name: "Players" }],
    channels: [{ name: "general" }, { name: "Lounge", type: ChannelType.GuildVoice }],
  });
  const { response } = await emulator.player("Ada", { guild: "Reef" }).use("/every of types", {
    string: "text",
    integer: 3,
    boolean: false,
    user: "Ada",
    channel: "Lounge",
    role: "Players",
    somebody: "Ada",
    everybody: "Players",
    number: 0.5,
    attachment: "file.png",
  });
  expect(response).toEqual({ type: 4, data: { content: "Thanks" } });
  const expected = "of types, text, 3, no, ada, member, 2, Players, 0.5, ada, Players, file.png, nothing";
  expect(received.join(", ")).toBe(expected);
});

test("rejects a player's first use of an outdated global command, then accepts the command", async () => {
  const ping = { name: "ping", description: "Answers with pong" };
  await listen(defineCommand({ ...ping, handle: (interaction) => interaction.reply({ content: "pong" }) }));
  const { id } = await client.global.create(ping);
  const [ada, another] = [emulator.player(), emulator.player()];
  await ada.use("/ping");
  await client.global.edit(id, { description: "Answers with pong, in time" });
  await expect(ada.use("/ping")).rejects.toMatchObject({ code: "outdated_command", status: 400 });
  for (const player of [ada, another]) {
    const { messages } = await player.use("/ping");
    expect(messages[0]?.content).toBe("pong");
  }
});
