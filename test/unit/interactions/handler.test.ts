import { inspect } from "node:util";
import { expect, test } from "vitest";
import {
  type AutocompleteContext,
  createInteractionHandler,
  defineCommand,
  defineComponent,
  defineModal,
  entryPoint,
  type InteractionPayload,
} from "../../../src/interactions/index.ts";
import { ask } from "../../setup/interactions/ask.ts";
import {
  ada,
  autocompletePayload,
  commandPayload,
  componentPayload,
  modalPayload,
  publicKey,
} from "../../setup/interactions/service.ts";

const launch = entryPoint({ name: "launch", description: "Play", handler: 1 });
const apology = { type: 4, data: { content: expect.stringContaining("went wrong"), flags: 64 } };

test("passes the interaction and its values to a slash command's handler", async () => {
  const greet = defineCommand({
    name: "greet",
    description: "Greets",
    options: [{ type: 3, name: "name", description: "Whom", required: true }],
    handle: (interaction, { name }) =>
      interaction.reply({ content: `${interaction.user.username}: hi ${name}` }),
  });
  const payload = commandPayload({ name: "greet", options: [{ type: 3, name: "name", value: "Grace" }] });
  expect((await ask(payload, { commands: [greet] })).answer).toEqual({
    type: 4,
    data: { content: "ada: hi Grace" },
  });
});

test("uses the member's user in a guild", async () => {
  const who = defineCommand({
    name: "who",
    description: "Says who",
    handle: (interaction) => interaction.reply({ content: interaction.user.id }),
  });
  const member = { user: ada, roles: [], joined_at: null, permissions: "0" };
  const payload = commandPayload({ name: "who" }, { user: undefined, member, guild_id: "5" });
  expect((await ask(payload, { commands: [who] })).answer.data.content).toBe(ada.id);
});

test("passes the target to a context menu command", async () => {
  const user = defineCommand({
    type: 2,
    name: "High Five",
    handle: (interaction, target) => interaction.reply({ content: target.user.username }),
  });
  const message = defineCommand({
    type: 3,
    name: "Quote",
    handle: (interaction, target) => interaction.reply({ content: target.content }),
  });
  const commands = [user, message];
  const userData = { type: 2, name: "High Five", target_id: ada.id, resolved: { users: { [ada.id]: ada } } };
  expect((await ask(commandPayload(userData), { commands })).answer.data.content).toBe("ada");
  const quoted = { id: "7", channel_id: "8", author: ada, content: "well said", timestamp: "" };
  const messageData = { type: 3, name: "Quote", target_id: "7", resolved: { messages: { 7: quoted } } };
  expect((await ask(commandPayload(messageData), { commands })).answer.data.content).toBe("well said");
});

test.each([
  ["an unresolved user", { type: 2, name: "target", target_id: "999", resolved: {} }],
  ["an unresolved message", { type: 3, name: "target", target_id: "999" }],
  [
    "a message without a user",
    { type: 3, name: "target", target_id: "7", resolved: { messages: { 7: { author: {}, content: "" } } } },
  ],
  [
    "a message without content",
    { type: 3, name: "target", target_id: "7", resolved: { messages: { 7: { author: ada, content: 5 } } } },
  ],
])("reports %s and sends an error message", async (_, data) => {
  const handle = () => expect.unreachable();
  const commands = [
    defineCommand({ type: 2, name: "target", handle }),
    defineCommand({ type: 3, name: "target", handle }),
  ];
  const { answer, problems } = await ask(commandPayload(data), { commands });
  expect(answer).toEqual(apology);
  expect(problems).toEqual(["malformed_payload"]);
});

test("finds components and forms by the part of the custom id before the colon", async () => {
  const vote = defineComponent({
    customId: "vote",
    handle: (interaction, argument) => interaction.update({ content: `voted ${argument}` }),
  });
  const report = defineModal({
    customId: "report",
    handle: (interaction, fields, argument) =>
      interaction.reply({ content: JSON.stringify([fields, argument]) }),
  });
  const definitions = { components: [vote], modals: [report] };
  expect((await ask(componentPayload("vote:blue:2"), definitions)).answer).toEqual({
    type: 7,
    data: { content: "voted blue:2" },
  });
  expect((await ask(componentPayload("vote"), definitions)).answer.data.content).toBe("voted ");
  const components = [
    { type: 1, components: [{ type: 4, custom_id: "reason", value: "spam" }] },
    { type: 18, component: { type: 3, custom_id: "kinds", values: ["a", "b"] } },
    { type: 10, content: "a text" },
  ];
  const { answer } = await ask(modalPayload("report:7", components), definitions);
  expect(JSON.parse(answer.data.content)).toEqual([{ reason: "spam", kinds: ["a", "b"] }, "7"]);
});

test("opens a form from a command or component and updates a component's message from the form", async () => {
  const label = { type: 18, label: "What", component: { type: 4, custom_id: "what", style: 1 } };
  const modal = { custom_id: "report", title: "Report", components: [label] };
  const open = defineCommand({ name: "open", description: "Opens", handle: (i) => i.showModal(modal) });
  const edit = defineComponent({ customId: "edit", handle: (i) => i.showModal(modal) });
  const done = defineModal({ customId: "report", handle: (i) => i.update({ content: "edited" }) });
  const definitions = { commands: [open], components: [edit], modals: [done] };
  expect((await ask(commandPayload({ name: "open" }), definitions)).answer).toEqual({ type: 9, data: modal });
  expect((await ask(componentPayload("edit"), definitions)).answer).toEqual({ type: 9, data: modal });
  expect((await ask(modalPayload("report", []), definitions)).answer).toEqual({
    type: 7,
    data: { content: "edited" },
  });
});

test("hides the token in a printed, copied or serialized interaction or payload but keeps it readable", async () => {
  const received: unknown[] = [];
  const tokens: string[] = [];
  const keep = (one: { readonly payload: InteractionPayload }): undefined => {
    const { payload } = one;
    expect(one.payload).toBe(payload);
    received.push(inspect(one, { depth: null, showHidden: true }), JSON.stringify(one));
    received.push(inspect(payload, { depth: null }), JSON.stringify(payload), { ...payload });
    received.push(structuredClone(payload));
    tokens.push(payload.token);
  };
  const options = [
    {
      type: 3,
      name: "map",
      description: "Map",
      autocomplete: (_typed: string, context: AutocompleteContext) => (keep(context), []),
    },
  ] as const;
  const look = defineCommand({ name: "look", description: "Looks", options, handle: keep });
  const button = defineComponent({ customId: "look", handle: keep });
  const form = defineModal({ customId: "look", handle: keep });
  const definitions = { commands: [look], components: [button], modals: [form] };
  const typing = autocompletePayload("look", [{ type: 3, name: "map", value: "", focused: true }]);
  const payloads = [
    commandPayload({ name: "look" }),
    componentPayload("look"),
    modalPayload("look", []),
    typing,
  ];
  for (const payload of payloads) await ask(payload, definitions);
  expect(tokens).toEqual(payloads.map(() => "interaction-token"));
  expect(received).toHaveLength(24);
  expect(inspect(received, { depth: null })).not.toContain("interaction-token");
});

test.each([
  ["command", commandPayload({ name: "gone", type: 3 }), 'the command "gone" of type 3'],
  ["component", componentPayload("gone:secret"), 'the component "gone"'],
  ["form", modalPayload("gone:secret", []), 'the form "gone"'],
  ["interaction type", commandPayload({ name: "x" }, { type: 6 }), "an interaction of an unknown type"],
])("reports the name of an unknown %s and sends an error message", async (_, payload, named) => {
  const { status, answer, problems, messages } = await ask(payload);
  expect({ status, answer }).toEqual({
    status: 200,
    answer: { type: 4, data: { content: expect.stringContaining("not available"), flags: 64 } },
  });
  expect(problems).toEqual(["nothing_defined"]);
  expect(messages).toEqual([`No handler is defined for ${named}.`]);
});

test("reports an unknown command and returns no suggestions", async () => {
  const { answer, problems } = await ask(autocompletePayload("gone", []));
  expect(answer).toEqual({ type: 8, data: { choices: [] } });
  expect(problems).toEqual(["nothing_defined"]);
});

test.each([
  ["throws", () => Promise.reject(new Error("no database")), "handler_failed"],
  ["returns nothing", () => undefined, "handler_gave_no_answer"],
])("sends an error message and reports a handler that %s", async (_, handle, problem) => {
  const commands = [defineCommand({ name: "broken", description: "Breaks", handle })];
  const { status, answer, problems } = await ask(commandPayload({ name: "broken" }), { commands });
  expect({ status, answer, problems }).toEqual({ status: 200, answer: apology, problems: [problem] });
});

test("rejects two handlers with the same name", () => {
  const same = { code: "duplicate_definition" };
  expect(() => createInteractionHandler({ publicKey, commands: [launch, launch] })).toThrow(
    expect.objectContaining(same),
  );
  const handle = () => undefined;
  const component = defineComponent({ customId: "a", handle });
  const modal = defineModal({ customId: "a", handle });
  const other = entryPoint({ name: "start", description: "Plays", handler: 1 });
  for (const definitions of [
    { commands: [launch, other] },
    { commands: [], components: [component, component] },
    { commands: [], modals: [modal, modal] },
  ]) {
    expect(() => createInteractionHandler({ publicKey, ...definitions })).toThrow(
      expect.objectContaining(same),
    );
  }
});

test("runs the only entry point regardless of its name", async () => {
  const { answer } = await ask(commandPayload({ name: "renamed", type: 4 }), { commands: [launch] });
  expect(answer).toEqual({ type: 12 });
});

test("allows a slash command and a context menu command with the same name", async () => {
  const slash = defineCommand({
    name: "same",
    description: "S",
    handle: (i) => i.reply({ content: "slash" }),
  });
  const user = defineCommand({ type: 2, name: "same", handle: (i) => i.reply({ content: "user" }) });
  const { answer } = await ask(commandPayload({ name: "same" }), { commands: [slash, user] });
  expect(answer.data.content).toBe("slash");
});
