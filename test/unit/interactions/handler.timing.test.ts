import { EventEmitter, once } from "node:events";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { answer } from "../../../src/interactions/handler.ts";
import { createAnswerRules } from "../../../src/interactions/messages/rules/messages.ts";
import { Delivery } from "../../../src/interactions/answer/delivery.ts";
import {
  type Answer,
  type CommandInteraction,
  createInteractionHandler,
  defineCommand,
  defineComponent,
  type Problem,
} from "../../../src/interactions/index.ts";
import {
  autocompletePayload,
  commandPayload,
  componentPayload,
  publicKey,
  recordingFetch,
  signedRequest,
} from "../../setup/interactions/service.ts";

// Loading takes real time, but the tests advance a fake clock.
beforeAll(() => import("../../../src/interactions/answer/service-calls.ts"));
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] }));
afterEach(() => void vi.useRealTimers());

const callback = "/interactions/100000000000000001/interaction-token/callback?with_response=true";
const original = "/webhooks/100000000000000002/interaction-token/messages/@original";
const followUp = "/webhooks/100000000000000002/interaction-token?wait=true";
const noContent = () => new Response(null, { status: 204 });
const hang = () => new Promise<Response>(() => undefined);
const unknownWebhook = () => Response.json({ code: 10_015, message: "Unknown Webhook" }, { status: 404 });
const limited = () => Response.json({ message: "wait", retry_after: 2.5, global: false }, { status: 429 });
const failing = () => new Response("bad gateway", { status: 502 });
const tooLong = () => Response.json({ code: 50_035, message: "Invalid Form Body" }, { status: 400 });
const message = () => Response.json({ id: "55" });

type Handle = (interaction: CommandInteraction) => Promise<Answer | void>;

/** Creates a handler whose slash command `slow` and component `slow` run `handle`. */
function setUp(handle: Handle, service = recordingFetch(noContent, message)) {
  const problems: string[] = [];
  const events = new EventEmitter();
  const command = defineCommand({
    name: "slow",
    description: "Slow",
    handle: (interaction) => {
      events.emit("start");
      return handle(interaction);
    },
  });
  const handler = createInteractionHandler({
    publicKey,
    commands: [command],
    fetch: service.fetch,
    report: ({ code }: Problem) => void problems.push(code),
  });
  /** Waits until `handle` is called before advancing the clock. */
  const ask = async (payload: unknown) => {
    const started = once(events, "start");
    const response = handler(signedRequest(payload));
    await started;
    return answerOf(response);
  };
  return { ask, problems, calls: service.calls };
}

async function answerOf(request: Promise<Response>): Promise<{ status: number; answer: unknown }> {
  const response = await pass(request);
  const text = await response.text();
  return { status: response.status, answer: text === "" ? undefined : JSON.parse(text) };
}

/** Advances the clock until `work` settles, with real I/O in between. */
async function pass<T>(work: Promise<T>): Promise<T> {
  const state = { done: false };
  void work.finally(() => (state.done = true));
  while (!state.done) await passMs(100);
  return work;
}

async function passMs(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await new Promise((resolve) => setImmediate(resolve));
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const slow = commandPayload({ name: "slow" });
const answerLate: Handle = async (interaction) => {
  await sleep(5000);
  return interaction.reply({ content: "done" });
};

const apology = { content: expect.stringContaining("went wrong"), flags: 64 };

test("defers a slow handler through the callback endpoint and delivers its answer as an edit", async () => {
  const started = Date.now();
  const { ask, calls, problems } = setUp(answerLate);
  expect(await ask(slow)).toEqual({ status: 202, answer: undefined });
  expect(Date.now() - started).toBeLessThan(2000);
  await passMs(5000);
  expect(calls).toEqual([
    { method: "POST", path: callback, body: { type: 5, data: { flags: 0 } } },
    { method: "PATCH", path: original, body: { content: "done" } },
  ]);
  expect(problems).toEqual([]);
});

test("includes the time taken to receive the body in the time limit", async () => {
  const events = new EventEmitter();
  const handle: Handle = (interaction) => {
    events.emit("start");
    return answerLate(interaction);
  };
  const commands = [defineCommand({ name: "slow", description: "Slow", handle })];
  const { fetch } = recordingFetch(noContent, message);
  const handler = createInteractionHandler({ publicKey, commands, fetch });
  const { headers } = signedRequest(slow);
  const body = new TextEncoder().encode(JSON.stringify(slow));
  const received = Date.now();
  const started = once(events, "start");
  const reply = handler.receive({
    method: "POST",
    header: (name) => headers.get(name),
    readBody: () => sleep(1400).then(() => body),
  });
  await passMs(1400);
  await started;
  expect(await pass(reply)).toEqual({ status: 202 });
  expect(Date.now() - received).toBeLessThan(2000);
});

test("passes work after the response to `waitUntil`", async () => {
  const service = recordingFetch(noContent, message);
  const commands = [defineCommand({ name: "slow", description: "Slow", handle: answerLate })];
  const handler = createInteractionHandler({ publicKey, commands, fetch: service.fetch });
  const works: Promise<unknown>[] = [];
  await pass(handler(signedRequest(slow), { waitUntil: (work) => void works.push(work) }));
  expect(service.calls).toHaveLength(1);
  await pass(Promise.all(works));
  expect(service.calls).toHaveLength(2);
});

test("responds with the deferral if it cannot be posted", async () => {
  const service = recordingFetch(() => Promise.reject(new TypeError("offline")), message);
  const { ask, calls, problems } = setUp(answerLate, service);
  expect(await ask(slow)).toEqual({ status: 200, answer: { type: 5, data: { flags: 0 } } });
  await passMs(5000);
  expect(calls.at(-1)).toEqual({ method: "PATCH", path: original, body: { content: "done" } });
  expect(problems).toEqual(["delivery_failed"]);
});

test("does not repeat a deferral that the service confirms late", async () => {
  const service = recordingFetch(() => sleep(2200).then(noContent), message);
  const { ask, calls, problems } = setUp(async (interaction) => {
    await interaction.defer();
    return interaction.reply({ content: "done" });
  }, service);
  expect(await ask(slow)).toEqual({ status: 202, answer: undefined });
  await passMs(100);
  expect(calls.at(-1)).toEqual({ method: "PATCH", path: original, body: { content: "done" } });
  expect(problems).toEqual([]);
});

test("does not repeat the deferral of an interaction that was answered elsewhere", async () => {
  const answered = () => Response.json({ code: 40_060, message: "acknowledged" }, { status: 400 });
  const { ask, problems } = setUp(answerLate, recordingFetch(answered, message));
  expect(await ask(slow)).toEqual({ status: 202, answer: undefined });
  await passMs(5000);
  expect(problems).toEqual(["delivery_failed"]);
});

test("responds within 3 seconds even if the callback endpoint hangs", async () => {
  const started = Date.now();
  const service = recordingFetch(hang, message);
  const fetch: typeof service.fetch = (url, init) =>
    new Promise((resolve, reject) => {
      init.signal?.addEventListener("abort", () => reject(new DOMException("gone", "AbortError")));
      void service.fetch(url, init).then(resolve, reject);
    });
  const { ask } = setUp(answerLate, { ...service, fetch });
  expect((await ask(slow)).answer).toEqual({ type: 5, data: { flags: 0 } });
  expect(Date.now() - started).toBeLessThan(3000);
});

test("lets a handler defer ephemerally and then edit and follow up", async () => {
  const { ask, calls, problems } = setUp(async (interaction) => {
    await Promise.all([interaction.defer({ ephemeral: true }), interaction.defer()]);
    await interaction.messages.edit({ content: "half" });
    await interaction.messages.send({ content: "more" });
  });
  expect((await ask(slow)).status).toBe(202);
  expect(calls).toEqual([
    { method: "POST", path: callback, body: { type: 5, data: { flags: 64 } } },
    { method: "PATCH", path: original, body: { content: "half" } },
    { method: "POST", path: followUp, body: { content: "more" } },
  ]);
  expect(problems).toEqual([]);
});

test.each([
  ["throws", async () => Promise.reject(new Error("no")), "handler_failed"],
  ["returns nothing", async () => undefined, "handler_gave_no_answer"],
  ["launches an Activity", async (i: CommandInteraction) => i.launchActivity(), "handler_too_late"],
  [
    "launches an Activity itself",
    async (i: CommandInteraction) => void (await i.launchActivity({ withResponse: true })),
    "handler_failed",
  ],
])("sends an error message if a handler %s after the deferral", async (_, end, problem) => {
  const { ask, calls, problems } = setUp(async (interaction) => {
    await sleep(2000);
    return end(interaction);
  });
  await ask(slow);
  await passMs(2000);
  expect(calls.at(-1)).toEqual({ method: "PATCH", path: original, body: apology });
  expect(problems).toEqual([problem]);
});

test.each([
  ["is sent", message, ["delivery_failed"]],
  ["cannot be delivered either", unknownWebhook, ["delivery_failed", "delivery_failed"]],
])("if the service rejects the answer, an error message %s", async (_, end, reported) => {
  const { ask, calls, problems } = setUp(answerLate, recordingFetch(noContent, tooLong, end));
  await ask(slow);
  await passMs(5000);
  expect(calls.at(-1)).toEqual({ method: "PATCH", path: original, body: apology });
  expect(problems).toEqual(reported);
});

test.each([
  ["handler_failed", (interaction: CommandInteraction) => interaction.reply({ embeds: [{ count: 1n }] })],
  ["delivery_failed", () => ({ type: 4, data: { embeds: [{ count: 1n }] } }) as const],
])("responds with an error message if the answer is not serializable (%s)", async (code, handle) => {
  const { ask, problems } = setUp(async (interaction) => handle(interaction));
  expect(await ask(slow)).toEqual({ status: 200, answer: { type: 4, data: apology } });
  expect(problems).toEqual([code]);
});

test("keeps the edit if the handler throws afterwards", async () => {
  const { ask, calls, problems } = setUp(async (interaction) => {
    await interaction.defer();
    await interaction.messages.edit({ content: "kept" });
    throw new Error("no");
  });
  await ask(slow);
  await passMs(0);
  expect(calls.at(-1)?.body).toEqual({ content: "kept" });
  expect(problems).toEqual(["handler_failed"]);
});

test.each([
  ["a new message as a follow-up", "reply", { method: "POST", path: followUp }],
  ["an update as an edit", "update", { method: "PATCH", path: original }],
] as const)("delivers a slow component's answer: %s", async (_, title, call) => {
  const service = recordingFetch(noContent, message);
  const component = defineComponent({
    customId: "slow",
    handle: async (interaction) => {
      await sleep(2000);
      return interaction[title]({ content: "done" });
    },
  });
  const handler = createInteractionHandler({
    publicKey,
    commands: [],
    components: [component],
    fetch: service.fetch,
  });
  expect((await answerOf(handler(signedRequest(componentPayload("slow"))))).status).toBe(202);
  await passMs(2000);
  expect(service.calls).toEqual([
    { method: "POST", path: callback, body: { type: 6 } },
    { ...call, body: { content: "done" } },
  ]);
});

test("stops waiting for slow suggestions before the service does", async () => {
  const problems: string[] = [];
  const search = defineCommand({
    name: "search",
    description: "Searches",
    options: [
      { type: 3, name: "map", description: "Map", autocomplete: () => new Promise<never>(() => undefined) },
    ],
    handle: (interaction) => interaction.reply({ content: "found" }),
  });
  const report = ({ code }: Problem): void => void problems.push(code);
  const handler = createInteractionHandler({ publicKey, commands: [search], report });
  const payload = autocompletePayload("search", [{ type: 3, name: "map", value: "a", focused: true }]);
  const answered = answerOf(handler(signedRequest(payload)));
  expect(await answered).toEqual({ status: 200, answer: { type: 8, data: { choices: [] } } });
  expect(problems).toEqual(["handler_too_late"]);
});

test("rejects follow-ups 15 minutes after the interaction", async () => {
  const codes: unknown[] = [];
  const { ask, calls } = setUp(async (interaction) => {
    await interaction.defer();
    await interaction.messages.edit({ content: "soon" });
    await sleep(15 * 60_000);
    await interaction.messages.edit({ content: "late" }).catch((error) => codes.push(error.code));
  });
  await ask(slow);
  await passMs(15 * 60_000);
  expect(codes).toEqual(["interaction_expired"]);
  expect(calls).toHaveLength(2);
});

test("retries a rate-limited follow-up", async () => {
  const { ask, calls } = setUp(
    async (interaction) => {
      await interaction.messages.edit({ content: "done" });
      await interaction.messages.send({ content: "more" });
    },
    recordingFetch(noContent, message, limited, message),
  );
  await ask(slow);
  await passMs(2000);
  expect(calls).toHaveLength(3);
  await passMs(1000);
  expect(calls).toHaveLength(4);
});

test("retries an edit but not a follow-up that may have arrived", async () => {
  const { ask, calls } = setUp(
    async (interaction) => {
      await interaction.messages.edit({ content: "begun" });
      await interaction.messages.send({ content: "more" }).catch(() => undefined);
      await interaction.messages.edit({ content: "done" }).catch(() => undefined);
    },
    recordingFetch(noContent, message, failing),
  );
  await ask(slow);
  await passMs(60_000);
  // The deferral, the first edit, the follow-up, and the second edit's three attempts.
  expect(calls.map(({ method }) => method)).toEqual(["POST", "PATCH", "POST", ...Array(3).fill("PATCH")]);
});

test("fetches and deletes messages by id", async () => {
  const { ask, calls } = setUp(async (interaction) => {
    await interaction.messages.edit({ content: "done" });
    const { id } = await interaction.messages.send({ content: "more" });
    await interaction.messages.fetch();
    await interaction.messages.edit({ content: "less" }, id);
    await interaction.messages.delete(id);
    await interaction.messages.delete();
    await expect(interaction.messages.fetch("../x")).rejects.toMatchObject({ code: "invalid_id" });
    const { signal } = new AbortController();
    await interaction.messages.fetch(55n, { signal });
  });
  await ask(slow);
  await passMs(0);
  const root = original.replace("@original", "");
  expect(calls.slice(3).map(({ method, path }) => `${method} ${path.replace(root, "")}`)).toEqual([
    "GET @original",
    "PATCH 55",
    "DELETE 55",
    "DELETE @original",
    "GET 55",
  ]);
});

describe("a handler's result", () => {
  const greeting: Answer = { type: 4, data: { content: "Hello" } };
  const begin = (work: () => unknown) => {
    const sent: string[] = [];
    const send = (call: { readonly path: string }) => Promise.resolve(void sent.push(call.path));
    const delivery = new Delivery(slow as never, send, vi.fn(), createAnswerRules());
    const receipt = { arrived: performance.now(), context: null, report: vi.fn() };
    return { sent, response: answer(work as never, delivery, receipt) };
  };

  test("needs no timer if it is available immediately", async () => {
    const { response, sent } = begin(() => greeting);
    expect(vi.getTimerCount()).toBe(0);
    expect(JSON.parse((await response).body ?? "")).toEqual(greeting);
    expect(sent).toEqual([]);
  });

  test("needs no timer if it is a synchronous error", async () => {
    const { response } = begin(() => {
      throw new Error("on purpose");
    });
    expect(vi.getTimerCount()).toBe(0);
    expect((await response).body).toContain('"flags":64');
  });

  const then = (resolve: (given: Answer) => void) => void setTimeout(() => resolve(greeting), 2_000);
  test.each([
    ["a promise", () => new Promise(then)],
    // oxlint-disable-next-line unicorn/no-thenable -- tests a thenable
    ["another library's promise", () => ({ then })],
    // oxlint-disable-next-line unicorn/no-thenable -- tests a thenable
    ["a callable promise", () => Object.assign(() => undefined, { then })],
  ])("is deferred if it is %s that settles late", async (_kind, work) => {
    const { response, sent } = begin(work);
    await passMs(1_499);
    expect(sent).toEqual([]);
    await passMs(1);
    expect(sent).toEqual([callback]);
    expect((await response).status).toBe(202);
    await passMs(1_000);
    expect(sent).toHaveLength(2);
    expect(vi.getTimerCount()).toBe(0);
  });
});
