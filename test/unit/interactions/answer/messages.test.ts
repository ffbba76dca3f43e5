import { expect, test, vi } from "vitest";
import {
  type CommandInteraction,
  defineCommand,
  ErrorType,
  type HandlerResult,
  type Messages,
} from "../../../../src/interactions/index.ts";
import { ask } from "../../../setup/interactions/ask.ts";
import { commandPayload, recordingFetch } from "../../../setup/interactions/service.ts";
import { longestSeconds } from "../../../../src/core/request/response.ts";

/** Calls `use` with an answered interaction's messages and returns the outcome. */
async function afterAnswer(use: (messages: Messages) => Promise<unknown>, ...answers: readonly Response[]) {
  return afterAnswerTo(commandPayload({ name: "play" }), use, ...answers);
}

async function afterAnswerTo(
  payload: object,
  use: (messages: Messages) => Promise<unknown>,
  ...answers: readonly Response[]
) {
  const { calls, fetch } = recordingFetch(...answers.map((answer) => () => answer.clone()));
  let messages: Messages | undefined;
  await ask(payload, {
    ...playing((interaction) => {
      ({ messages } = interaction);
      return interaction.reply({ content: "done" });
    }),
    fetch,
  });
  const outcome = await use(messages as Messages).catch((error: unknown) => error);
  return { calls, outcome };
}

/** Defines the command `play`. */
const playing = (handle: (interaction: CommandInteraction) => HandlerResult) => ({
  commands: [defineCommand({ name: "play", description: "Play", handle })],
});

function rateLimited(seconds: unknown, headers: Record<string, string> = {}, status = 429): Response {
  return Response.json({ message: "Wait.", retry_after: seconds }, { status, headers });
}

const uses: [string, (messages: Messages) => Promise<unknown>][] = [
  ["a follow-up", (messages) => messages.send({ content: "x" })],
  ["an edit", (messages) => messages.edit({ content: "x" })],
  ["a deletion", (messages) => messages.delete()],
  ["a fetch", (messages) => messages.fetch()],
];
const waits: [string, Response, number][] = [
  ["an hour", rateLimited(3600), 3600],
  ["an hour in the header", rateLimited(undefined, { "retry-after": "3600" }), 3600],
  ["more than the maximum timer delay", rateLimited(1e12), longestSeconds],
  ["15 minutes", rateLimited(900), 900],
];

for (const [what, use] of uses) {
  test.each(waits)(
    `immediately rejects ${what} if the service requests a wait of %s`,
    async (_, answer, retryAfter) => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      try {
        const { calls, outcome } = await afterAnswer(use, answer);
        expect(calls).toHaveLength(1);
        expect(outcome).toMatchObject({
          code: "interaction_expired",
          status: 429,
          retryAfter,
          retryable: false,
          message: expect.stringContaining(`wait ${retryAfter} s`),
        });
      } finally {
        vi.useRealTimers();
      }
    },
  );
}

test("immediately rejects a first answer if the service requests a long wait", async () => {
  const { calls, fetch } = recordingFetch(() => rateLimited(3600));
  let outcome: unknown;
  const play = playing(async (interaction) => {
    outcome = await interaction.launchActivity({ withResponse: true }).catch((error: unknown) => error);
    return interaction.reply({ content: "later" });
  });
  const { answer } = await ask(commandPayload({ name: "play" }), { ...play, fetch });
  expect(answer).toMatchObject({ type: 4, data: { content: "later" } });
  expect(outcome).toMatchObject({ code: "rate_limited", retryAfter: 3600 });
  expect(calls).toHaveLength(1);
});

test("rejects a follow-up, a deletion and a fetch before the answer", async () => {
  const { calls, fetch } = recordingFetch();
  const outcomes: unknown[] = [];
  const play = playing(async (interaction) => {
    for (const [what, use] of uses)
      if (what !== "an edit") outcomes.push(await use(interaction.messages).catch((error: unknown) => error));
    return interaction.reply({ content: "done" });
  });
  await ask(commandPayload({ name: "play" }), { ...play, fetch });
  const refused = { type: ErrorType.ClientNotReady, code: "not_answered" };
  expect(outcomes).toMatchObject([refused, refused, refused]);
  expect(calls).toEqual([]);
});

const written = (more: object = {}) =>
  Response.json({ id: "100000000000000009", content: "", flags: 0, ...more });
const picture = { name: "map.png", data: new Uint8Array(3) };
const stream = () => ({ name: "map.png", data: new Blob(["x"]).stream() });

test.each<[string, (messages: Messages) => Promise<unknown>, number]>([
  ["an edit with bytes is retried", (messages) => messages.edit({}, "@original", { files: [picture] }), 2],
  [
    "an edit with a stream is not retried",
    (messages) => messages.edit({}, "@original", { files: [stream()] }),
    1,
  ],
  ["a follow-up with bytes is not retried", (messages) => messages.send({}, { files: [picture] }), 1],
])("handles an unavailable service: %s", async (_, use, times) => {
  const { calls, outcome } = await afterAnswer(use, rateLimited(0, {}, 503), written());
  expect(calls).toHaveLength(times);
  expect(outcome).toMatchObject(times === 2 ? { id: "100000000000000009" } : { status: 503 });
});

test("does not send an invalid message or a file over the limit", async () => {
  const long = await afterAnswer((messages) => messages.send({ content: "x".repeat(2001) }));
  expect(long).toMatchObject({
    calls: [],
    outcome: { code: "invalid_message", fieldErrors: [{ path: "content" }] },
  });
  const large = { name: "large", data: new Uint8Array(0), size: 10_485_761 };
  const refused = await afterAnswer((messages) => messages.edit({}, "@original", { files: [large] }));
  expect(refused).toMatchObject({ calls: [], outcome: { code: "file_too_large" } });
});

test("remembers that a message consists of components", async () => {
  const { calls, outcome } = await afterAnswer(
    async (messages) => {
      const { id } = await messages.send({ content: "x" });
      return messages.edit({ flags: 0 }, id);
    },
    written({ flags: 32_768 }),
  );
  expect(calls).toHaveLength(1);
  expect(outcome).toMatchObject({
    fieldErrors: [{ path: "flags", code: "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG" }],
  });
});

test.each<[string, (messages: Messages, files: readonly (typeof picture)[]) => Promise<unknown>]>([
  ["a follow-up", (messages, files) => messages.send({}, { files })],
  ["an edit", (messages, files) => messages.edit({}, "@original", { files })],
])("accepts %s with files up to the interaction's limit or 10 MiB", async (_, use) => {
  const outcome = async (bytes: number, more: object) => {
    const files = [{ name: "map.png", data: new Uint8Array(bytes) }];
    const payload = commandPayload({ name: "play" }, more);
    return (await afterAnswerTo(payload, (messages) => use(messages, files), written())).outcome;
  };
  const [sent, tooLarge] = [{ id: "100000000000000009" }, { code: "file_too_large" }];
  expect(await outcome(3, { attachment_size_limit: 3 })).toMatchObject(sent);
  expect(await outcome(3, { attachment_size_limit: 2 })).toMatchObject(tooLarge);
  expect(await outcome(10_485_761, { attachment_size_limit: 26_214_400 })).toMatchObject(sent);
  expect(await outcome(10_485_760, {})).toMatchObject(sent);
  expect(await outcome(10_485_761, {})).toMatchObject(tooLarge);
});

test.each([
  ["edit", async (messages: Messages, id: never) => messages.edit({ content: "x" }, id)],
  ["fetch", async (messages: Messages, id: never) => messages.fetch(id)],
  ["delete", async (messages: Messages, id: never) => messages.delete(id)],
])("rejects an invalid id in %s() without sending a request", async (_, use) => {
  for (const id of [Object.create(null), Symbol("1"), "..", { toString: () => "1" }]) {
    const { calls, outcome } = await afterAnswer(async (messages) => use(messages, id as never));
    expect(outcome).toMatchObject({ code: "invalid_id", message: expect.stringContaining("messageId") });
    expect(calls).toEqual([]);
  }
});
