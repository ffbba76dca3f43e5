import { setImmediate } from "node:timers/promises";
import { inspect } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  createEventHandler,
  createInteractionHandler,
  defineCommand,
  defineComponent,
  defineModal,
  entryPoint,
  type Problem,
  type Report,
  type RequestContext,
} from "../../../src/interactions/index.ts";
import {
  autocompletePayload,
  commandPayload,
  componentPayload,
  modalPayload,
  publicKey,
  recordingFetch,
  signedRequest,
} from "../../setup/interactions/service.ts";

const printed: unknown[] = [];

beforeEach(() => {
  printed.length = 0;
  vi.spyOn(console, "error").mockImplementation((...args: unknown[]) => void printed.push(...args));
});
afterEach(() => void vi.restoreAllMocks());

const token = "interaction-token";

/** The ways in which a callback can fail; each error contains the interaction's token. */
const failures: [string, () => never][] = [
  ["throws", () => fail(new Error(`POST /webhooks/1/${token}`))],
  ["throws a value that is not an error", () => fail(`POST /webhooks/1/${token}`)],
  [
    "throws an unreadable value",
    () => fail(new Proxy({}, { ownKeys: () => fail("unreadable"), get: () => fail("unreadable") })),
  ],
  ["rejects", () => Promise.reject(new Error(`POST /webhooks/1/${token}`)) as never],
  // oxlint-disable-next-line unicorn/no-thenable -- awaiting it fails
  ["returns a thenable that throws", () => ({ then: () => fail(new Error(token)) }) as never],
];

function fail(thrown: unknown): never {
  throw thrown;
}

const ping = { type: 1 };
const command = (run: () => never) => defineCommand({ name: "play", description: "Play", handle: run });
const answering = defineCommand({
  name: "play",
  description: "Play",
  handle: (one) => one.reply({ content: "ok" }),
});
const suggesting = (run: () => never) =>
  defineCommand({
    name: "play",
    description: "Play",
    options: [{ type: 3, name: "map", description: "Map", autocomplete: run }],
    handle: (one) => one.reply({ content: "ok" }),
  });
const launch = (run: () => never) =>
  entryPoint({ name: "launch", description: "Launch", handler: 1, handle: run });
const deauthorized = {
  type: 1,
  application_id: "1",
  event: { type: "APPLICATION_DEAUTHORIZED", timestamp: "", data: { user: { id: "1", username: "a" } } },
};

const play = commandPayload({ name: "play" });
const typing = autocompletePayload("play", [{ type: 3, name: "map", value: "a", focused: true }]);

/** Each callback's options and a request that calls it. */
const callbacks: [string, (run: () => never) => [options: object, payload: unknown], string?][] = [
  ["a command's handler", (run) => [{ commands: [command(run)] }, play]],
  ["the before function", (run) => [{ commands: [answering], before: run }, play]],
  ["the seen function", (run) => [{ commands: [answering], seen: run }, play], "seen_failed"],
  [
    "an entry point's handler",
    (run) => [{ commands: [launch(run)] }, commandPayload({ name: "launch", type: 4 })],
  ],
  [
    "a component's handler",
    (run) => [{ components: [defineComponent({ customId: "vote", handle: run })] }, componentPayload("vote")],
  ],
  [
    "a form's handler",
    (run) => [{ modals: [defineModal({ customId: "form", handle: run })] }, modalPayload("form", [])],
  ],
  ["an autocomplete function", (run) => [{ commands: [suggesting(run)] }, typing]],
];

function use(options: object, payload: unknown, context?: RequestContext): Promise<Response> {
  const { fetch } = recordingFetch();
  return createInteractionHandler({ publicKey, commands: [], fetch, ...options })(
    signedRequest(payload),
    context,
  );
}

for (const [what, requestOf, code = "handler_failed"] of callbacks) {
  test.each(failures)(`still responds to the service and reports ${what} that %s`, async (_, run) => {
    const problems: Problem[] = [];
    const [options, payload] = requestOf(run);
    const response = await use({ ...options, report: (problem: Problem) => problems.push(problem) }, payload);
    await setImmediate();
    expect(response.status).toBe(200);
    expect(problems.map((problem) => problem.code)).toEqual([code]);
    expect(printed).toEqual([]);
    expect(inspect(problems, { depth: 9 })).not.toContain(token);
  });
}

test.each(failures)("responds with 500 to an event and reports a function that %s", async (_, run) => {
  const report = vi.fn();
  const handler = createEventHandler({ publicKey, events: { APPLICATION_DEAUTHORIZED: run }, report });
  const response = await handler(signedRequest(deauthorized));
  await setImmediate();
  expect(response.status).toBe(500);
  expect(report.mock.calls).toMatchObject([[{ code: "handler_failed" }]]);
  expect(printed).toEqual([]);
});

test.each(failures)("responds and prints the problem if the report function %s", async (_, run) => {
  const response = await use({ report: run }, play);
  await setImmediate();
  expect(await response.json()).toMatchObject({ type: 4 });
  expect(String(printed[0])).toContain("nothing_defined");
});

test("responds even if the report function never settles", async () => {
  const response = await use({ report: () => new Promise(() => undefined) }, play);
  expect(response.status).toBe(200);
});

test("prints a failure without the token by default", async () => {
  const broken = command(() => fail(new Error(`POST /webhooks/1/${token}`)));
  await use({ commands: [broken] }, play);
  expect(inspect(printed)).toContain("handler_failed");
  expect(inspect(printed)).not.toContain(token);
});

test("responds even if the output fails", async () => {
  vi.spyOn(console, "error").mockImplementation(() => fail(new Error("EPIPE")));
  const response = await use({}, play);
  await setImmediate();
  expect(response.status).toBe(200);
});

test.each([
  [
    "a command",
    (report: Report, context: RequestContext) => use({ commands: [answering], report }, play, context),
    200,
  ],
  [
    "an event",
    (report: Report, context: RequestContext) =>
      createEventHandler({ publicKey, report, events: { APPLICATION_DEAUTHORIZED: () => undefined } })(
        signedRequest(deauthorized),
        context,
      ),
    204,
  ],
] as const)("responds to %s and reports a `waitUntil` that throws", async (_, call, status) => {
  const problems: Problem[] = [];
  const response = await call((problem) => problems.push(problem), {
    waitUntil: () => fail(new Error("over")),
  });
  expect(response.status).toBe(status);
  expect(problems).toMatchObject([
    { code: "endpoint_failed", message: expect.stringContaining("waitUntil") },
  ]);
});

test("ignores a null context", async () => {
  const response = await use({ commands: [answering] }, play, null as never);
  expect(await response.json()).toMatchObject({ data: { content: "ok" } });
  expect((await use({}, ping, null as never)).status).toBe(200);
});
