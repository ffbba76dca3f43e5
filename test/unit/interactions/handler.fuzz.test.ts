import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  createEventHandler,
  createInteractionHandler,
  defineCommand,
  defineComponent,
  defineModal,
} from "../../../src/interactions/index.ts";
import {
  ada,
  autocompletePayload,
  commandPayload,
  componentPayload,
  modalPayload,
  publicKey,
  recordingFetch,
  signedHeaders,
} from "../../setup/interactions/service.ts";
import { anyText } from "../../setup/any-text.ts";
import { cases } from "../../setup/cases.ts";

const numRuns = cases(2_000);
const everyType = [3, 4, 5, 6, 7, 8, 9, 10, 11];

const filled = everyType.map((type) => ({ type, name: `o${type}`, value: type === 4 ? 1 : ada.id }));
const resolved = { users: { [ada.id]: ada }, roles: {}, channels: {}, attachments: {}, members: {} };
const sub = { type: 2, name: "group", options: [{ type: 1, name: "sub", options: filled }] };
const focused = { type: 3, name: "o3", value: "a", focused: true };
const field = { type: 1, components: [{ type: 4, custom_id: "reason", value: "x" }] };

/** Valid payloads from which the malformed ones are derived. */
const originals: readonly Readonly<Record<string, unknown>>[] = [
  { type: 1 },
  commandPayload({ name: "flat", options: filled, resolved }),
  commandPayload({ name: "deep", options: [sub], resolved }),
  commandPayload({ name: "user", type: 2, target_id: ada.id, resolved }),
  commandPayload({
    name: "message",
    type: 3,
    target_id: "7",
    resolved: { messages: { 7: { author: ada } } },
  }),
  autocompletePayload("flat", [focused]),
  componentPayload("button:1"),
  modalPayload("form:1", [field]),
  {
    version: 1,
    application_id: "5",
    type: 1,
    event: { type: "APPLICATION_DEAUTHORIZED", timestamp: "2026", data: { user: ada } },
  },
];

const options = everyType.map((type) => ({
  type,
  name: `o${type}`,
  description: "An option",
  ...(type === 3 && { autocomplete: () => [] }),
})) as never[];
const group = { type: 1, name: "sub", description: "A subcommand", options };
const handle = () => ({ type: 4, data: { content: "ok" } }) as const;
const { fetch } = recordingFetch();
const handlers = [
  createInteractionHandler({
    publicKey,
    fetch,
    report: () => undefined,
    commands: [
      defineCommand({ name: "flat", description: "Flat", options, handle }),
      defineCommand({
        name: "deep",
        description: "Deep",
        options: [{ type: 2, name: "group", description: "A group", options: [group] }] as never[],
        handle,
      }),
      defineCommand({ type: 2, name: "user", handle }),
      defineCommand({ type: 3, name: "message", handle }),
    ],
    components: [defineComponent({ customId: "button", handle })],
    modals: [defineModal({ customId: "form", handle })],
  }),
  createEventHandler({
    publicKey,
    report: () => undefined,
    events: { APPLICATION_DEAUTHORIZED: handle },
  }),
];

const junk = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(null, "", "__proto__", "constructor", -1, 1e308, [], {}, "9".repeat(40)),
);

/** A payload with some values replaced. In half of the cases, only values in its data are replaced. */
const malformed = fc
  .record({
    original: fc.constantFrom(...originals),
    seeds: fc.array(fc.nat(), { maxLength: 4 }),
    junk,
    inData: fc.boolean(),
  })
  .map(({ original, seeds, junk: value, inData }) => {
    const changeAll = (tree: unknown): unknown =>
      seeds.reduce((part, seed) => change(part, seed, value), tree);
    return inData && "data" in original
      ? { ...original, data: changeAll(original["data"]) }
      : changeAll(original);
  });

function change(tree: unknown, seed: number, value: unknown): unknown {
  if (typeof tree !== "object" || tree === null) return value;
  const keys = Object.keys(tree);
  const key = keys[seed % (keys.length + 1)];
  if (key === undefined) return value;
  const below = (tree as Record<string, unknown>)[key];
  const changed = change(below, Math.floor(seed / (keys.length + 1)), value);
  if (Array.isArray(tree)) return tree.with(Number(key), changed);
  return { ...tree, [key]: changed };
}

/** One payload per outcome, because random runs can miss the rarest one (1 in 40). */
const fates = [...originals, "junk"].map((payload): [string] => [JSON.stringify(payload)]);

/** Signed bodies: malformed payloads, arbitrary JSON, arbitrary bytes. */
const bodies = fc.oneof(
  { weight: 8, arbitrary: malformed.map((payload) => JSON.stringify(payload) ?? "") },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: anyText() },
);

test("responds to any signed body with JSON or an empty body", { timeout: 600_000 }, async () => {
  const answered = { 200: 0, 204: 0, 400: 0 };
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const bytes = Buffer.from(body);
      const headers = signedHeaders(bytes) as Record<string, string>;
      const incoming = {
        method: "POST",
        header: (name: string) => headers[name],
        readBody: async () => bytes,
      };
      for (const handler of handlers) {
        const reply = await handler.receive(incoming);
        if (reply.body !== undefined) JSON.parse(reply.body);
        expect(Object.keys(answered)).toContain(String(reply.status));
        answered[reply.status as keyof typeof answered]++;
      }
    }),
    { numRuns, examples: fates },
  );
  expect(answered[200] + answered[204] + answered[400]).toBe(numRuns * handlers.length);
  expect(Math.min(...Object.values(answered))).toBeGreaterThan(0);
});
