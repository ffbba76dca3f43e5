import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { ApiClient, type MessageFile } from "../../src/resources/index.ts";
import { CommandsClient, validateCommand } from "../../src/commands/index.ts";
import { type Emulator, type PlayerAgent, startEmulator } from "../../src/emulator/index.ts";
import {
  type Answer,
  type CommandInteraction,
  createInteractionHandler,
  defineCommand,
  defineModal,
  type MessageBody,
  MessageFlag,
  type ModalBody,
  type ModalInteraction,
  type WireMessage,
} from "../../src/interactions/index.ts";

const channelId = "8";
const reef = { id: "7", name: "Reef", channels: [{ id: channelId, name: "general" }] };

let emulator: Emulator;
let channel: ReturnType<ApiClient["channel"]>;
let ada: PlayerAgent;
let problems: { readonly code: string; readonly message: string }[];
/** The handler for the game's command. `filled` handles the forms submitted to it. */
let act: (interaction: CommandInteraction) => Promise<Answer | void> | Answer;
let filled: (interaction: ModalInteraction, fields: object) => Answer;

const game = defineCommand({
  name: "act",
  description: "Does what the test wants",
  integration_types: [0, 1],
  contexts: [0, 1, 2],
  handle: (interaction) => act(interaction),
});
const form = defineModal({ customId: "form", handle: (interaction, fields) => filled(interaction, fields) });

beforeAll(async () => {
  const application = { activities: true, players: ["Ada"] };
  emulator = await startEmulator({ world: { applications: [application], guilds: [reef] } });
  channel = new ApiClient(emulator.commandsOptions()).channel(channelId);
  const handler = createInteractionHandler({
    ...emulator.handlerOptions(),
    commands: [game],
    modals: [form],
    report: (problem) => void problems.push(problem),
  });
  problems = [];
  await emulator.application.setInteractionsEndpoint(handler);
  await new CommandsClient(emulator.commandsOptions()).global.create(game.body);
  ada = emulator.player("Ada", { guild: "Reef" });
});
beforeEach(() => {
  problems = [];
});
afterAll(() => emulator.close());

const done: Answer = { type: 4, data: { content: "done" } };

async function inHandler<T>(
  what: (interaction: CommandInteraction) => Promise<T>,
  answer: Answer | null = done,
): Promise<T> {
  let outcome: Promise<T> | undefined;
  act = async (interaction) => {
    outcome = what(interaction);
    await outcome.catch(() => undefined);
    return answer ?? undefined;
  };
  await ada.use("/act");
  return outcome as Promise<T>;
}

/** Sends an unvalidated message, as another library would. */
async function sendRaw(payload: object, files: readonly File[] = []) {
  const body = new FormData();
  body.set("payload_json", JSON.stringify(payload));
  files.forEach((file, index) => body.set(`files[${index}]`, file));
  const response = await fetch(`${emulator.apiBase}/channels/${channelId}/messages`, {
    method: "POST",
    body,
    headers: { authorization: `Bot ${emulator.application.botToken}` },
  });
  return { status: response.status, body: (await response.json()) as { code?: number; errors?: object } };
}

test("rejects the sixth follow-up if only the user has installed the application", async () => {
  const alone = emulator.player("Ada", { recipients: ["Grace"] });
  let sixth: unknown;
  act = async (interaction) => {
    await interaction.defer();
    await interaction.messages.edit({ content: "answer" });
    for (const content of ["1", "2", "3", "4", "5"]) await interaction.messages.send({ content });
    sixth = await interaction.messages.send({ content: "6" }).catch((error: unknown) => error);
  };
  const { messages } = await alone.use("/act");
  await expect
    .poll(() => sixth)
    .toMatchObject({ name: "ApiError", code: "follow_ups_spent", errorCode: 40_094 });
  expect(messages.map(({ content }) => content)).toEqual(["answer", "1", "2", "3", "4", "5"]);
});

test("creates only one message per enforced nonce within a few minutes", async () => {
  const send = (content: string) => channel.messages.create({ content, nonce: "n-1", enforce_nonce: true });
  const first = await send("Hello");
  emulator.advance("4m");
  expect(await send("Hello again")).toEqual(first);
  emulator.advance("1m");
  const next = await send("Hello again");
  expect(next).toMatchObject({ content: "Hello again", nonce: "n-1" });
  expect(next.id).not.toBe(first.id);
  await expect(channel.messages.create({ content: "x", nonce: "n".repeat(26) })).rejects.toMatchObject({
    code: "invalid_message",
    fieldErrors: [{ path: "nonce" }],
  });
});

describe("messages that the service rejects", () => {
  const text = { type: 10, content: "x" };
  const layout = { flags: MessageFlag.IsComponentsV2 };
  const map = { name: "map.png", data: new Uint8Array(3) };
  const fields = Array.from({ length: 26 }, () => ({ name: "a", value: "b" }));
  it.each<[string, MessageBody, readonly MessageFile[], string]>([
    ["41 components", { ...layout, components: Array.from({ length: 41 }, () => text) }, [], "components"],
    ["content and components", { ...layout, content: "x", components: [text] }, [], "content"],
    ["a file without a component", { ...layout, components: [text] }, [map], "attachments[0]"],
    ["26 fields", { embeds: [{ title: "x", fields }] }, [], "embeds[0].fields"],
  ])("are also rejected before sending: %s", async (_what, message, files, path) => {
    const refused = { name: "ApiError", code: "invalid_message", fieldErrors: [{ path }] };
    const before = ada.messages().length;
    await expect(channel.messages.create(message, { files })).rejects.toMatchObject(refused);
    await expect(
      inHandler(async (interaction) => interaction.reply(message, { files })),
    ).rejects.toMatchObject(refused);
    await expect(inHandler(({ messages }) => messages.send(message, { files }))).rejects.toMatchObject(
      refused,
    );
    // Only the handler's two "done" replies have arrived.
    expect(ada.messages()).toHaveLength(before + 2);
    const raw = await sendRaw(
      message,
      files.map(({ name }) => new File(["abc"], name)),
    );
    expect(raw).toMatchObject({ status: 400, body: { code: 50_035 } });
    const [, ...steps] = path
      .split(/[.[\]]+/)
      .filter(Boolean)
      .reduce<unknown[]>(
        (found, step) => {
          const tree = found.at(-1) as Record<string, unknown>;
          return [...found, tree[step]];
        },
        [raw.body.errors],
      );
    expect(steps.at(-1)).toHaveProperty("_errors");
  });
});

describe("files from every kind of source", () => {
  async function* pieces(bytes: Uint8Array) {
    for (let from = 0; from < bytes.byteLength; from += 1000) yield bytes.subarray(from, from + 1000);
  }
  const open = (bytes: Uint8Array<ArrayBuffer>): readonly MessageFile[] => [
    { name: "blob.bin", data: new Blob([bytes]) },
    { name: "bytes.bin", data: bytes, description: "As they are" },
    { name: "stream.bin", data: ReadableStream.from(pieces(bytes)) },
    { name: "iterable.bin", data: pieces(bytes) },
  ];

  const arrived = async ({ attachments = [] }: WireMessage) =>
    Promise.all(
      attachments.map(async ({ filename, url }) => {
        const response = await fetch(url);
        return [filename, Buffer.from(await response.arrayBuffer())] as const;
      }),
    );

  type SendFunction = (files: readonly MessageFile[]) => Promise<WireMessage | undefined>;
  const reply: SendFunction = async (files) => {
    act = (interaction) => interaction.reply({ content: "Maps" }, { files });
    const { messages } = await ada.use("/act");
    await expect.poll(() => messages[0]?.attachments).toHaveLength(4);
    return messages[0];
  };
  const answered = (write: (interaction: CommandInteraction) => Promise<WireMessage>) =>
    inHandler(async (interaction) => {
      await interaction.defer();
      await interaction.messages.edit({ content: "Maps are coming" });
      return write(interaction);
    }, null);

  it.each<[string, number, SendFunction]>([
    ["a reply", 20_000, reply],
    ["a deferred reply", 200_000, reply],
    ["a follow-up", 200_000, (files) => answered((i) => i.messages.send({ content: "Maps" }, { files }))],
    [
      "an edit",
      200_000,
      (files) => answered((i) => i.messages.edit({ content: "Maps" }, "@original", { files })),
    ],
    ["a message to a channel", 200_000, (files) => channel.messages.create({ content: "Maps" }, { files })],
  ])("delivers complete files with %s", async (_function, size, send) => {
    const bytes = new Uint8Array(randomBytes(size));
    const message = await send(open(bytes));
    const got = await arrived(message as WireMessage);
    expect(got.map(([name]) => name)).toEqual(["blob.bin", "bytes.bin", "stream.bin", "iterable.bin"]);
    expect(got.every(([, content]) => content.equals(bytes))).toBe(true);
    expect(message?.attachments?.[1]).toMatchObject({ size, description: "As they are" });
    expect(problems).toEqual([]);
  });

  it("rejects files larger than attachment_size_limit", async () => {
    const limit = await inHandler(async ({ payload }) => payload.attachment_size_limit ?? 0);
    expect(limit).toBe(10 * 1024 * 1024);
    const tooLarge = { name: "ClientError", code: "file_too_large" };
    const large = [{ name: "map.png", data: new Uint8Array(limit + 1) }];
    const endless = async function* () {
      for (;;) yield new Uint8Array(1024 * 1024);
    };
    const countBefore = ada.messages().length;
    await expect(inHandler(async (i) => i.reply({}, { files: large }))).rejects.toMatchObject(tooLarge);
    await expect(channel.messages.create({}, { files: large })).rejects.toMatchObject(tooLarge);
    // A stream's size is unknown until it has been read.
    const hidden = [{ name: "map.png", data: endless() }];
    await expect(channel.messages.create({}, { files: hidden })).rejects.toMatchObject(tooLarge);
    expect(await sendRaw({}, [new File([new Uint8Array(limit + 1)], "map.png")])).toMatchObject({
      status: 413,
      body: { code: 40_005 },
    });
    expect(ada.messages()).toHaveLength(countBefore + 1);
  });
});

describe("forms", () => {
  const label = (text: string, component: object) => ({ type: 18, label: text, component });
  const evidence: ModalBody = {
    custom_id: "form",
    title: "Evidence",
    components: [
      label("Files", { type: 19, custom_id: "files", max_values: 2 }),
      label("Again", { type: 23, custom_id: "again" }),
    ],
  };
  test("accepts at most the declared number of files", async () => {
    act = (interaction) => interaction.showModal(evidence);
    await ada.use("/act");
    filled = (interaction, fields) =>
      interaction.reply({
        content: JSON.stringify({
          ...fields,
          files: interaction.files("files").map(({ filename }) => filename),
        }),
      });
    await expect(ada.submit({ Files: ["a.png", "b.png", "c.png"] })).rejects.toMatchObject({
      code: "wrong_count",
    });
    await expect(ada.submit({})).rejects.toMatchObject({ code: "missing_field" });
    const { messages } = await ada.submit({ Files: ["a.png", "b.png"], Again: true });
    expect(JSON.parse(messages[0]?.content ?? "")).toEqual({ files: ["a.png", "b.png"], again: true });
  });
});

test("accepts a deprecated modal and suggests its replacement", async () => {
  const input = { type: 4, custom_id: "words", label: "Words", style: 1, required: false };
  act = (interaction) =>
    interaction.showModal({
      custom_id: "form",
      title: "Old",
      components: [{ type: 1, components: [input] }],
    });
  await ada.use("/act");
  filled = (_, fields) => ({ type: 4, data: { content: JSON.stringify(fields) } });
  expect(await ada.submit({ Words: "Hi" })).toMatchObject({ messages: [{ content: '{"words":"Hi"}' }] });
  act = () => ({ type: 10 });
  expect(await ada.use("/act")).toMatchObject({ response: { type: 10 }, messages: [] });
  const message = { content: "Found", interaction: { id: "1", type: 2, name: "act" } };
  act = () => ({ type: 4, data: message });
  expect(await ada.use("/act")).toMatchObject({ messages: [{ content: "Found" }] });
  expect(problems).toMatchObject([
    {
      code: "deprecated_input",
      message: expect.stringContaining("Put each text input in a label's component field"),
    },
    { code: "deprecated_input", message: expect.stringContaining("premium button") },
    { code: "deprecated_input", message: expect.stringContaining("interaction_metadata") },
  ]);
});

test("accepts deprecated command fields and suggests their replacements", async () => {
  const client = new CommandsClient(emulator.commandsOptions());
  const command = { name: "old", description: "Old", dm_permission: false, default_permission: false };
  expect(validateCommand(command, { scope: "global" })).toMatchObject([
    { rule: "deprecated-field", severity: "warning", fix: "Use contexts: [0]." },
    { rule: "deprecated-field", severity: "warning", fix: 'Use default_member_permissions: "0".' },
  ]);
  const { id } = await client.global.create(command);
  await expect(emulator.player("Ada").use("/old")).rejects.toMatchObject({ code: "command_unavailable" });
  await client.global.delete(id);
});

test("announces a launch in the channel if the service handles the entry point", async () => {
  const countBefore = ada.messages().length;
  const { activityInstance, status } = await ada.use("/launch");
  expect(status).toBeUndefined();
  expect(activityInstance?.location).toMatchObject({ channel_id: channelId, guild_id: "7" });
  const received = emulator.player("Grace", { guild: "Reef" }).messages();
  expect(received).toHaveLength(countBefore + 1);
  expect(received.at(-1)).toMatchObject({ author: "Example Game", content: "Ada launched Example Game." });
});
