import { describe, expect, it, test } from "vitest";
import {
  defineCommand,
  defineComponent,
  defineModal,
  type Definitions,
  ErrorType,
  type HandlerResult,
  type Interaction,
  type Problem,
} from "../../../../src/interactions/index.ts";
import { ask } from "../../../setup/interactions/ask.ts";
import {
  ada,
  commandPayload,
  componentPayload,
  modalPayload,
  recordingFetch,
} from "../../../setup/interactions/service.ts";
import { readModalFields } from "../../../../src/interactions/answer/interaction.ts";
import { inspect } from "node:util";

const picture = { name: "map.png", data: new Uint8Array(3) };

/** Runs `make` in a handler and returns the handler's answer or the error that it threw. */
async function outcomeOf(
  make: (interaction: never) => unknown,
  payload: object = commandPayload({ name: "play" }),
) {
  let outcome: unknown;
  const handle = (interaction: unknown) => {
    try {
      outcome = make(interaction as never);
    } catch (error) {
      outcome = error;
    }
    return { type: 12 } as const;
  };
  await ask(payload, {
    commands: [defineCommand({ name: "play", description: "Play", handle })],
    components: [defineComponent({ customId: "vote", handle })],
    modals: [defineModal({ customId: "report", handle })],
  });
  return outcome;
}

type Answering = { reply: CallableFunction; update: CallableFunction; showModal: CallableFunction };

describe("an answer", () => {
  it("includes its files and lists them in its data", async () => {
    expect(await outcomeOf((one: Answering) => one.reply({ content: "x" }, { files: [picture] }))).toEqual({
      type: 4,
      data: { content: "x", attachments: [{ id: "0", filename: "map.png" }] },
      files: [{ ...picture, size: 3 }],
    });
    expect(await outcomeOf((one: Answering) => one.reply({ content: "x" }))).toEqual({
      type: 4,
      data: { content: "x" },
    });
  });

  it.each<[string, (one: Answering, files: readonly object[]) => unknown, (more: object) => object]>([
    ["a reply", (one, files) => one.reply({}, { files }), (more) => commandPayload({ name: "play" }, more)],
    ["an update", (one, files) => one.update({}, { files }), (more) => componentPayload("vote", more)],
  ])("can have files up to the interaction's limit or 10 MiB: %s", async (_, answer, payload) => {
    const outcome = (bytes: number, more: object) =>
      outcomeOf(
        (one: Answering) => answer(one, [{ name: "map.png", data: new Uint8Array(bytes) }]),
        payload(more),
      );
    const tooLarge = { code: "file_too_large" };
    expect(await outcome(3, { attachment_size_limit: 3 })).toMatchObject({ files: [{ size: 3 }] });
    expect(await outcome(3, { attachment_size_limit: 2 })).toMatchObject(tooLarge);
    const mebibytes = 10_485_760;
    expect(await outcome(mebibytes + 1, { attachment_size_limit: 26_214_400 })).toMatchObject({
      files: [{}],
    });
    expect(await outcome(mebibytes, {})).toMatchObject({ files: [{}] });
    expect(await outcome(mebibytes + 1, {})).toMatchObject(tooLarge);
  });

  it("is rejected on creation if the service would reject it", async () => {
    expect(await outcomeOf((one: Answering) => one.reply({ content: "x".repeat(2001) }))).toMatchObject({
      code: "invalid_message",
      fieldErrors: [{ path: "content" }],
    });
    expect(
      await outcomeOf((one: Answering) => one.showModal({ custom_id: "f", title: "F", components: [] })),
    ).toMatchObject({
      code: "invalid_message",
      fieldErrors: [{ path: "components" }],
    });
  });

  it("is checked against the components of the message that it updates", async () => {
    const { message } = componentPayload("vote") as unknown as { message: object };
    const layout = componentPayload("vote", { message: { ...message, flags: 32_768 } });
    const update = (one: Answering) => one.update({ content: "x" });
    expect(await outcomeOf(update, componentPayload("vote"))).toEqual({ type: 7, data: { content: "x" } });
    expect(await outcomeOf(update, layout)).toMatchObject({ fieldErrors: [{ path: "content" }] });
  });
});

describe("a form's files", () => {
  const upload = (values: unknown) => [{ type: 18, component: { type: 19, custom_id: "proof", values } }];
  const attachment = { id: "5", filename: "proof.png", size: 3, url: "https://cdn.example/proof.png" };
  const filesOf = (components: readonly unknown[], resolved?: object) => {
    const payload = modalPayload("report", components);
    const data = { ...payload.data, ...(resolved && { resolved }) };
    return outcomeOf((one: { files: CallableFunction }) => one.files("proof"), { ...payload, data });
  };

  it("are found by field", async () => {
    expect(await filesOf(upload(["5"]), { attachments: { 5: attachment } })).toEqual([attachment]);
    expect(await filesOf(upload([]))).toEqual([]);
    expect(await filesOf([])).toEqual([]);
  });

  it("have to be in the resolved data", async () => {
    expect(await filesOf(upload(["5"]))).toMatchObject({ code: "malformed_payload" });
  });
});

test("accepts a form in the old layout and reports the deprecated input", async () => {
  const input = { type: 4, custom_id: "a", style: 1, label: "A" };
  const modal = { custom_id: "f", title: "F", components: [{ type: 1, components: [input] }] };
  const command = defineCommand({ name: "play", description: "Play", handle: (one) => one.showModal(modal) });
  const { answer, problems } = await ask(commandPayload({ name: "play" }), { commands: [command] });
  expect([answer, problems]).toEqual([{ type: 9, data: modal }, ["deprecated_input"]]);
});

test("reads fields in rows and labels", () => {
  const components = [
    { type: 1, components: [{ type: 4, custom_id: "why", value: "because" }] },
    { type: 18, component: { type: 3, custom_id: "maps", values: ["a", "b"] } },
    { type: 18, component: { type: 23, custom_id: "sure", value: true } },
    { type: 18, component: { type: 21, custom_id: "none" } },
    { type: 10, content: "a text of the form's own" },
  ];
  expect(readModalFields(components)).toEqual({ why: "because", maps: ["a", "b"], sure: true, none: null });
});

test("reads a field named __proto__", () => {
  const fields = readModalFields([{ type: 4, custom_id: "__proto__", value: "x" }]);
  expect(Object.entries(fields)).toEqual([["__proto__", "x"]]);
});

test.each([{ value: 5 }, { value: {} }, { values: [5] }])("ignores a field with %j", (more) => {
  expect(readModalFields([{ type: 4, custom_id: "why", ...more }])).toEqual({});
});

test("rejects components that are not an array, are invalid or are nested too deeply", () => {
  const deep = [{ components: [{ components: [{ components: [] }] }] }];
  for (const components of [undefined, {}, [null], ["x"], [{ components: 5 }], deep]) {
    expect(() => readModalFields(components)).toThrow(expect.objectContaining({ code: "malformed_payload" }));
  }
});

const launching: [string, unknown, (handle: (interaction: Interaction) => HandlerResult) => Definitions][] = [
  [
    "a slash command",
    commandPayload({ name: "play" }),
    (handle) => ({ commands: [defineCommand({ name: "play", description: "Plays", handle })] }),
  ],
  [
    "a USER command",
    commandPayload({ name: "Play", type: 2, target_id: ada.id, resolved: { users: { [ada.id]: ada } } }),
    (handle) => ({ commands: [defineCommand({ type: 2, name: "Play", handle })] }),
  ],
  [
    "an entry point",
    commandPayload({ name: "play", type: 4 }),
    (handle) => ({ commands: [defineCommand({ type: 4, name: "play", handle })] }),
  ],
  [
    "a component",
    componentPayload("play"),
    (handle) => ({ commands: [], components: [defineComponent({ customId: "play", handle })] }),
  ],
  [
    "a form",
    modalPayload("play", []),
    (handle) => ({ commands: [], modals: [defineModal({ customId: "play", handle })] }),
  ],
];

test.each(launching)("lets %s launch the Activity and receive the instance", async (_, payload, define) => {
  expect(
    (
      await ask(
        payload,
        define((i) => i.launchActivity()),
      )
    ).answer,
  ).toEqual({ type: 12 });

  const { calls, fetch } = recordingFetch(() =>
    Response.json({ resource: { type: 12, activity_instance: { id: "i-1" } } }),
  );
  const instances: string[] = [];
  const launch = async (interaction: Interaction): Promise<void> => {
    instances.push((await interaction.launchActivity({ withResponse: true })).instanceId);
  };
  const { status, problems } = await ask(payload, { ...define(launch), fetch });
  expect({ status, instances, problems }).toEqual({ status: 202, instances: ["i-1"], problems: [] });
  const path = "/interactions/100000000000000001/interaction-token/callback?with_response=true";
  expect(calls).toEqual([{ method: "POST", path, body: { type: 12 } }]);
});

test.each<[string, () => Response | Promise<Response>, object]>([
  [
    "is rejected by the service",
    () => Response.json({ code: 0, message: "no interaction-token here" }, { status: 400 }),
    { status: 400 },
  ],
  [
    "does not reach the service",
    () => Promise.reject(new TypeError("https://discord.com/interactions/1/interaction-token: refused")),
    { type: ErrorType.NetworkError },
  ],
  [
    "receives a response that is not JSON",
    () => new Response("<p>interaction-token</p>"),
    { code: "invalid_response" },
  ],
])("masks the token in the error and sends an error message if a launch %s", async (_, fail, error) => {
  const { fetch } = recordingFetch(fail);
  const problems: Problem[] = [];
  const play = defineCommand({
    type: 4,
    name: "play",
    handle: async (interaction) => void (await interaction.launchActivity({ withResponse: true })),
  });
  const { answer } = await ask(commandPayload({ name: "play", type: 4 }), {
    commands: [play],
    fetch,
    report: (problem) => void problems.push(problem),
  });
  expect(answer).toMatchObject({ data: { content: expect.stringContaining("went wrong") } });
  expect(problems).toMatchObject([{ code: "handler_failed", error }]);
  const printed = inspect(problems, { depth: null, showHidden: true });
  expect(printed + String(problems[0]?.error) + JSON.stringify(problems)).not.toContain("interaction-token");
});
