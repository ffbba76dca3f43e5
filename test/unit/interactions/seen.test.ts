import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  createInteractionHandler,
  defineCommand,
  type InteractionHandlerOptions,
  memorySeen,
  type Problem,
  type Seen,
  type SeenOptions,
} from "../../../src/interactions/index.ts";
import { ask } from "../../setup/interactions/ask.ts";
import {
  autocompletePayload,
  commandPayload,
  publicKey,
  signedRequest,
} from "../../setup/interactions/service.ts";

let handled: string[];

beforeEach(() => void (handled = []));
afterEach(() => void vi.useRealTimers());

const buy = defineCommand({
  name: "buy",
  description: "Buys a sword",
  options: [{ type: 3, name: "item", description: "Item", autocomplete: () => [{ name: "a", value: "a" }] }],
  handle: (interaction) => {
    handled.push(interaction.payload.id);
    return interaction.reply({ content: "bought" });
  },
});
const payload = commandPayload({ name: "buy" });
const apology = { type: 4, data: { content: expect.stringContaining("went wrong"), flags: 64 } };

function setUp(seen: Seen | undefined) {
  const problems: Problem[] = [];
  const report = (problem: Problem): void => void problems.push(problem);
  return { handler: createInteractionHandler({ publicKey, commands: [buy], report, seen }), problems };
}

describe("seen", () => {
  it("is optional, but without it repeated requests reach the handler", async () => {
    const { handler } = setUp(undefined);
    const request = signedRequest(payload);
    expect([(await handler(request.clone())).status, (await handler(request)).status]).toEqual([200, 200]);
    expect(handled).toHaveLength(2);
  });

  it("rejects copies with 409 and reports only one of them per minute", async () => {
    const { handler, problems } = setUp(memorySeen());
    const request = signedRequest(payload);
    const responses = await Promise.all([1, 2, 3].map(() => handler(request.clone())));
    // Signatures are verified in parallel, so any of the requests may be the first.
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(problems).toEqual([
      { code: "interaction_repeated", message: expect.stringContaining("409") as string, id: payload.id },
    ]);
    expect(handled).toEqual([payload.id]);
  });

  it("accepts another interaction and any number of PINGs", async () => {
    const { handler, problems } = setUp(memorySeen());
    const ping = { ...commandPayload({}), type: 1 };
    for (const sent of [payload, { ...payload, id: "100000000000000007" }, ping, ping])
      expect((await handler(signedRequest(sent))).status).toBe(200);
    expect(problems).toEqual([]);
  });

  it("is not called for a request with a wrong signature", async () => {
    const seen = vi.fn<Seen>(() => false);
    const { handler } = setUp(seen);
    const request = signedRequest(payload);
    const forged = new Request(request.url, { method: "POST", headers: request.headers, body: "{}" });
    expect((await handler(forged)).status).toBe(401);
    expect(seen).not.toHaveBeenCalled();
  });

  it.each<[string, Seen, string]>([
    ["throws", () => fail(new Error("no Redis")), "failed"],
    ["rejects", () => Promise.reject(new Error("no Redis")), "failed"],
    ["rejects without a reason", () => Promise.reject(undefined), "failed"],
    ["returns undefined", () => undefined as never, "true or false"],
    ["returns a number", () => 0 as never, "true or false"],
  ])("keeps the handler from running if `seen` %s", async (_, seen, reason) => {
    const { answer, problems, messages } = await ask(payload, { commands: [buy], seen });
    expect(answer).toEqual(apology);
    expect([problems, handled]).toEqual([["seen_failed"], []]);
    expect(messages[0]).toContain(reason);
  });

  it("keeps the handler from running if `seen` takes too long", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const seen = vi.fn<Seen>(() => new Promise(() => undefined));
    const asking = ask(payload, { commands: [buy], seen });
    await expect.poll(() => seen.mock.calls.length).toBe(1);
    await vi.advanceTimersByTimeAsync(1500);
    const { answer, messages } = await asking;
    expect(answer).toEqual(apology);
    expect(messages).toEqual([expect.stringContaining("in time")]);
    expect(handled).toEqual([]);
  });

  it("causes an empty list of suggestions if it fails during autocomplete", async () => {
    const typed = autocompletePayload("buy", [{ type: 3, name: "item", value: "", focused: true }]);
    const { answer } = await ask(typed, { commands: [buy], seen: () => fail(new Error("no Redis")) });
    expect(answer).toEqual({ type: 8, data: { choices: [] } });
  });

  it("is rejected if it is not a function", () => {
    const options = { publicKey, commands: [], seen: new Set() } as unknown as InteractionHandlerOptions;
    expect(() => createInteractionHandler(options)).toThrow("options.seen");
  });
});

describe("memorySeen", () => {
  it("remembers an id as long as its signature is valid and then forgets it", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const seen = memorySeen({ maxAgeSeconds: 10 });
    expect([seen("1"), seen("1"), seen("2")]).toEqual([false, true, false]);
    vi.advanceTimersByTime(25_000);
    expect(seen("3")).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect([seen("1"), seen("3")]).toEqual([true, true]);
    vi.advanceTimersByTime(24_000);
    expect(seen("3")).toBe(true);
    vi.advanceTimersByTime(3_000);
    expect([seen("1"), seen("3"), seen("3")]).toEqual([false, false, true]);
    vi.advanceTimersByTime(100_000);
    expect(seen("3")).toBe(false);
  });

  it.each([{ maxAgeSeconds: 0 }, { maxAgeSeconds: 1e9 }, { maxAge: 5 }])("rejects %o", (options) => {
    expect(() => memorySeen(options as SeenOptions)).toThrow("options.maxAge");
  });
});

function fail(error: Error): never {
  throw error;
}
