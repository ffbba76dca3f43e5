import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type Before,
  CommandInteraction,
  ComponentInteraction,
  createInteractionHandler,
  defineCommand,
  defineComponent,
  defineModal,
  type InteractionHandlerOptions,
  ModalInteraction,
} from "../../../src/interactions/index.ts";
import { ask } from "../../setup/interactions/ask.ts";
import {
  autocompletePayload,
  commandPayload,
  componentPayload,
  modalPayload,
  publicKey,
  recordingFetch,
} from "../../setup/interactions/service.ts";

let calls: unknown[];

beforeEach(() => void (calls = []));
afterEach(() => void vi.restoreAllMocks());

const play = defineCommand({
  name: "play",
  description: "Play",
  options: [{ type: 3, name: "map", description: "Map", autocomplete: () => [{ name: "a", value: "a" }] }],
  handle: (interaction) => {
    calls.push("handler");
    return interaction.reply({ content: "played" });
  },
});
const definitions = {
  commands: [play],
  components: [defineComponent({ customId: "vote", handle: (one) => one.update({ content: "voted" }) })],
  modals: [defineModal({ customId: "form", handle: (one) => one.reply({ content: "sent" }) })],
};
const apology = { type: 4, data: { content: expect.stringContaining("went wrong"), flags: 64 } };

const askWith = (before: Before, payload: unknown = commandPayload({ name: "play" }), more = {}) =>
  ask(payload, { ...definitions, before, ...more });

describe("before", () => {
  it("runs before the handler and lets the handler run by returning undefined", async () => {
    const before: Before = async ({ user }) => void calls.push(user.username);
    expect((await askWith(before)).answer).toEqual({ type: 4, data: { content: "played" } });
    expect(calls).toEqual(["ada", "handler"]);
  });

  it("replaces the handler by returning an answer", async () => {
    const { answer, problems } = await askWith((one) => one.reply({ content: "later", flags: 64 }));
    expect(answer).toEqual({ type: 4, data: { content: "later", flags: 64 } });
    expect([calls, problems]).toEqual([[], []]);
  });

  it.each([
    ["a command", commandPayload({ name: "play" }), CommandInteraction],
    ["a component", componentPayload("vote:blue"), ComponentInteraction],
    ["a form", modalPayload("form", []), ModalInteraction],
  ])("receives the interaction for %s", async (_, payload, kind) => {
    const { problems } = await askWith((one) => void calls.push(one.constructor), payload);
    expect([calls[0], problems]).toEqual([kind, []]);
  });

  it("is not called for autocomplete or if no handler is defined", async () => {
    const before: Before = () => void calls.push("before");
    await askWith(before, autocompletePayload("play", [{ type: 3, name: "map", value: "", focused: true }]));
    await askWith(before, commandPayload({ name: "other" }));
    await askWith(before, { ...commandPayload({}), type: 1 });
    expect(calls).toEqual([]);
  });

  it.each<[string, () => never]>([
    ["throws", () => fail(new Error("no database"))],
    ["rejects", () => Promise.reject(new Error("no database")) as never],
    ["returns true", () => true as never],
    ["returns null", () => null as never],
  ])("keeps the handler from running if `before` %s", async (_, before) => {
    const { answer, problems } = await askWith(before);
    expect(answer).toEqual(apology);
    expect([problems, calls]).toEqual([["handler_failed"], []]);
  });

  it("defers the answer if `before` takes too long", async () => {
    const { fetch, calls: sent } = recordingFetch();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let finish: () => void = () => undefined;
    let started: () => void = () => undefined;
    const isStarted = new Promise<void>((resolve) => (started = resolve));
    const asking = askWith(
      () => {
        started();
        return new Promise<void>((resolve) => (finish = resolve));
      },
      undefined,
      { fetch },
    );
    await isStarted;
    await vi.advanceTimersByTimeAsync(1500);
    vi.useRealTimers();
    expect((await asking).status).toBe(202);
    finish();
    await expect.poll(() => sent.at(-1)?.body).toEqual({ content: "played" });
  });

  it("is rejected if it is not a function", () => {
    const options = { publicKey, ...definitions, before: [] } as unknown as InteractionHandlerOptions;
    expect(() => createInteractionHandler(options)).toThrow("options.before");
  });
});

function fail(error: Error): never {
  throw error;
}
