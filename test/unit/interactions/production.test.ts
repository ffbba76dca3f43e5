import { describe, expect, it, test } from "vitest";
import { CommandsClient } from "../../../src/commands/index.ts";
import * as development from "../../../src/interactions/index.ts";
import * as production from "../../../src/interactions/production.ts";
import {
  commandPayload,
  publicKey,
  recordingFetch,
  signedRequest,
} from "../../setup/interactions/service.ts";

const handle = (interaction: development.CommandInteraction) => interaction.reply({ content: "Hello" });
const greet = { name: "greet", description: "Greets", handle } as const;
const tooLong = "x".repeat(2001);

/** Runs `use` in a command's handler and returns the answer, the problems and the requests. */
async function answerOf(
  { createInteractionHandler, defineCommand }: typeof development,
  use: (interaction: development.CommandInteraction) => development.HandlerResult,
  ...answers: readonly Response[]
) {
  const { calls, fetch } = recordingFetch(...answers.map((answer) => () => answer.clone()));
  const problems: development.Problem[] = [];
  const report = (problem: development.Problem) => void problems.push(problem);
  const commands = [defineCommand({ ...greet, handle: use })];
  const handler = createInteractionHandler({ publicKey, commands, fetch, report });
  const works: Promise<unknown>[] = [];
  const response = await handler(signedRequest(commandPayload({ name: "greet" })), {
    waitUntil: (work) => works.push(work),
  });
  await Promise.all(works);
  const body: unknown = response.status === 200 ? await response.json() : undefined;
  return { status: response.status, body, problems, calls };
}

test("exports the same names and differs only in the three functions that check rules", () => {
  expect(Object.keys(production).toSorted()).toEqual(Object.keys(development).toSorted());
  const inDevelopment = new Map(Object.entries(development));
  const others = Object.entries(production).filter(([name, value]) => inDevelopment.get(name) !== value);
  expect(others.map(([name]) => name).toSorted()).toEqual([
    "createInteractionHandler",
    "defineCommand",
    "entryPoint",
  ]);
});

describe("a definition that development rejects", () => {
  const wrong: [string, object][] = [
    ["a capitalized name", { ...greet, name: "Greet" }],
    ["an unknown type", { ...greet, type: 9 }],
    [
      "a required option after an optional one",
      { ...greet, options: [option("a"), { ...option("b"), required: true }] },
    ],
    ["options that are not an array", { ...greet, options: "none" }],
  ];

  it.each(wrong)(
    "is accepted in production but rejected by sync without sending a request: %s",
    async (_, definition) => {
      expect(() => development.defineCommand(definition as never)).toThrow(
        expect.objectContaining({ code: "invalid_command", name: "ClientError" }),
      );
      const command = production.defineCommand(definition as never);
      expect(command.warnings).toEqual([]);
      const handler = production.createInteractionHandler({ publicKey, commands: [command] });
      await expect(handler.sync(registry())).rejects.toMatchObject({ code: "invalid_command" });
    },
  );

  it("is rejected by sync even if it is an entry point", async () => {
    const definition = { name: "x".repeat(33), description: "", handler: 1 } as const;
    expect(() => development.entryPoint(definition)).toThrow(
      expect.objectContaining({ code: "invalid_command" }),
    );
    const commands = [production.entryPoint(definition)];
    const handler = production.createInteractionHandler({ publicKey, commands });
    await expect(handler.sync(registry())).rejects.toMatchObject({ code: "invalid_command" });
    const [command] = commands;
    if (command)
      await expect(production.registerEntryPoint(registry().global, command)).rejects.toMatchObject({
        code: "invalid_command",
      });
  });
});

test("registers a valid definition as in development", () => {
  const definition = { ...greet, options: [{ ...option("a"), autocomplete: () => [] }] };
  expect(production.defineCommand(definition).body).toEqual(development.defineCommand(definition).body);
  const launch = { name: "launch", description: "", handler: 1 } as const;
  expect(production.entryPoint(launch).body).toEqual(development.entryPoint(launch).body);
});

describe("checks that remain in production", () => {
  it.each<[string, () => unknown, string]>([
    [
      "a definition without a handler",
      () => production.defineCommand({ ...greet, handle: 1 as never }),
      "invalid_argument",
    ],
    ["an unknown option", () => production.defineCommand(greet, { strict: true } as never), "unknown_option"],
    [
      "an entry point without a handler",
      () => production.entryPoint({ name: "x" } as never),
      "invalid_argument",
    ],
    [
      "a wrong key",
      () => production.createInteractionHandler({ publicKey: "1", commands: [] }),
      "invalid_public_key",
    ],
    [
      "a duplicate command",
      () => {
        const command = production.defineCommand(greet);
        production.createInteractionHandler({ publicKey, commands: [command, command] });
      },
      "duplicate_definition",
    ],
  ])("reject %s", (_, work, code) => {
    expect(work).toThrow(expect.objectContaining({ code }));
  });

  it("reject a forged request and an oversized body", async () => {
    const commands = [production.defineCommand(greet)];
    const handler = production.createInteractionHandler({ publicKey, commands, maxBodyBytes: 400 });
    const payload = commandPayload({ name: "greet" });
    const forged = signedRequest(payload);
    forged.headers.set("x-signature-ed25519", "0".repeat(128));
    expect((await handler(forged)).status).toBe(401);
    const large = commandPayload({ name: "greet", filling: "x".repeat(400) });
    expect((await handler(signedRequest(large))).status).toBe(413);
    expect((await handler(signedRequest(payload))).status).toBe(200);
  });

  it("reject a file over the service's limit", async () => {
    const data = new Uint8Array(20);
    const use = (interaction: development.CommandInteraction) => {
      Object.assign(interaction.payload, { attachment_size_limit: 10 });
      return interaction.reply({ content: "x" }, { files: [{ name: "map.png", data }] });
    };
    const { problems } = await answerOf(production, use);
    expect(problems).toMatchObject([{ code: "handler_failed", error: { code: "file_too_large" } }]);
  });
});

describe("an answer that breaks the service's rules", () => {
  const refused = Response.json(
    {
      message: "Invalid Form Body",
      code: 50_035,
      errors: {
        content: { _errors: [{ code: "BASE_TYPE_MAX_LENGTH", message: "Must be 2000 or fewer in length." }] },
      },
    },
    { status: 400 },
  );

  it("is rejected in development but sent in production", async () => {
    const use = (interaction: development.CommandInteraction) => interaction.reply({ content: tooLong });
    const [checked, sent] = [await answerOf(development, use), await answerOf(production, use)];
    expect(checked.problems).toMatchObject([{ code: "handler_failed", error: { code: "invalid_message" } }]);
    expect(sent).toMatchObject({ body: { type: 4, data: { content: tooLong } }, problems: [] });
  });

  it("is sent without a report if it is a form or a deprecated answer", async () => {
    const form = { custom_id: "form", title: "x".repeat(46), components: [] };
    const sent = await answerOf(production, (interaction) => interaction.showModal(form));
    expect(sent).toMatchObject({ body: { type: 9, data: form }, problems: [] });
    const old = await answerOf(production, () => ({ type: 10 }));
    expect(old).toMatchObject({ body: { type: 10 }, problems: [] });
  });

  it("causes the same error in development and production once the service rejects it", async () => {
    const errorOf = async (entry: typeof development, content: string) => {
      let thrown: unknown;
      const use = async ({ messages }: development.CommandInteraction) => {
        thrown = await messages.edit({ content }).catch((error: unknown) => error);
      };
      await answerOf(entry, use, Response.json({}), refused, Response.json({}));
      expect(thrown).toBeInstanceOf(entry.ClientError);
      return thrown;
    };
    const [checked, sent] = [await errorOf(development, "x"), await errorOf(production, tooLong)];
    expect(sent).toMatchObject({ code: "invalid_form_body", fieldErrors: [{ path: "content" }] });
    expect(JSON.stringify(sent).replaceAll(tooLong, "x")).toBe(JSON.stringify(checked));
    expect(production.isClientError(sent)).toBe(true);
  });
});

/** A client that can only fetch the commands. */
function registry(): CommandsClient {
  return new CommandsClient({
    applicationId: "1",
    credential: { botToken: "bot-token-of-tests" },
    fetch: (_, { method }) =>
      method === "GET" ? Promise.resolve(Response.json([])) : expect.unreachable("something was written"),
  });
}

function option(name: string) {
  return { type: 3, name, description: "What" } as const;
}
