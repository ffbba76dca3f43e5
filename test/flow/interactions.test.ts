import { afterAll, expect, test } from "vitest";
import { CommandsClient } from "../../src/commands/index.ts";
import { startEmulator } from "../../src/emulator/index.ts";
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
import { startServer } from "../setup/emulator/game.ts";

const emulator = await startEmulator({ world: { applications: [{ activities: true }] } });
const client = new CommandsClient(emulator.commandsOptions());
const server = await startServer((request, response) => listener(request, response));
let listener: ReturnType<typeof createNodeListener>;
afterAll(async () => {
  await server.close();
  await emulator.close();
});

async function listen(...commands: readonly DefinedCommand[]): Promise<void> {
  listener = createNodeListener(createInteractionHandler({ ...emulator.handlerOptions(), commands }));
  await emulator.application.setInteractionsEndpoint(server.url);
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
  const instance = await fetchActivityInstance(activityInstance?.id ?? "", emulator.commandsOptions());
  expect(instance).toMatchObject({ users: [emulator.players[0].id], location: { kind: "pc" } });
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
