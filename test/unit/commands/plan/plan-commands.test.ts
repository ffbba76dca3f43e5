import { beforeEach, expect, test } from "vitest";
import { type Command, type DesiredCommand, planCommands } from "../../../../src/commands/index.ts";
import { FakeService } from "../../../setup/commands/fake-service.ts";
import { connectTo, entry, help, ping, quote } from "../../../setup/commands/samples.ts";

let service: FakeService;
beforeEach(() => void (service = new FakeService()));

const connect = () => connectTo(service);
const names = (scope = "global") => service.list(scope).map(({ name }) => name);
const kinds = () => service.writes.map(({ method }) => method);

test("defaults of the service are no difference", async () => {
  service.seed("global", [ping, quote, { ...entry, integration_types: [1], contexts: [0, 1] }]);
  const plan = await connect().global.plan([
    { ...ping, type: 1, nsfw: false, default_member_permissions: null, options: [], name_localizations: {} },
    quote,
    { type: 4, name: "launch", description: "Opens the game", contexts: [1, 0] },
  ]);
  expect(plan).toMatchObject({ creates: [], edits: [], deletes: [], writes: [], cost: { requests: 0 } });
  expect(plan.unchanged.map(({ name }) => name)).toEqual(["ping", "Quote", "launch"]);
});

test("fields that the service has added are no difference, and neither are allowed ones that it does not know", async () => {
  const option = {
    type: 3,
    name: "text",
    description: "What",
    choices: [{ name: "A", value: "a" }],
  } as const;
  service.seed("global", [
    { ...ping, options: [{ ...option, newer: 1, choices: [{ name: "A", value: "a", newer: 1 }] }] },
  ]);
  const other = { ...option, other: true };
  const desired = [{ ...ping, options: [other] }];
  const live = service.list("global") as unknown as Command[];
  const plan = planCommands(desired, live, { scope: "global", allowUnknownFields: true });
  expect(plan.writes).toEqual([]);
  expect(plan.warnings).toMatchObject([{ code: "rule", finding: { rule: "unknown-field" } }]);
});

test("localized texts equal to the default are no difference", async () => {
  service.seed("global", [ping]);
  const plan = await connect().global.plan([{ ...ping, name_localizations: { de: "ping", fr: null } }]);
  expect(plan.writes).toEqual([]);
});

test("a plan shows each change value by value", async () => {
  const option = { type: 3, name: "text", description: "Old" } as const;
  service.seed("global", [{ ...ping, options: [option] }]);
  const plan = await connect().global.plan([
    {
      ...ping,
      name_localizations: { de: "klingel" },
      options: [{ ...option, description: "New", required: true }],
      default_member_permissions: "32",
    },
  ]);
  expect(plan.edits[0]?.changes).toEqual([
    { path: 'name_localizations["de"]', from: undefined, to: "klingel" },
    { path: "options[0].description", from: "Old", to: "New" },
    { path: "options[0].required", from: undefined, to: true },
    { path: "default_member_permissions", from: null, to: "32" },
  ]);
  expect(Object.keys(plan.edits[0]?.edit ?? {})).toEqual([
    "name_localizations",
    "options",
    "default_member_permissions",
  ]);
});

test("one change is one small request, several are one bulk overwrite", async () => {
  service.seed("global", [ping, help]);
  const client = connect();
  await client.global.apply(await client.global.plan([{ ...ping, nsfw: true }, help]));
  expect(service.writes.map(({ method, body }) => [method, body])).toEqual([["PATCH", { nsfw: true }]]);
  await client.global.apply(await client.global.plan([{ ...ping, description: "Better" }, quote]));
  expect(kinds()).toEqual(["PATCH", "PUT"]);
  expect(names()).toEqual(["ping", "Quote"]);
});

test("what is not stated keeps its live value through a bulk overwrite", async () => {
  service.seed("global", [{ ...ping, integration_types: [1] }, help]);
  await connect().global.sync([
    { ...ping, nsfw: true },
    { ...help, nsfw: true },
  ]);
  expect(kinds()).toEqual(["PUT"]);
  expect(service.list("global")[0]).toMatchObject({ integration_types: [1], nsfw: true });
});

test("an entry point's description and handler stay when they are not stated", async () => {
  service.seed("global", [entry, ping, help]);
  const client = connect();
  expect((await client.global.plan([{ type: 4, name: "launch" }, ping, help])).writes).toEqual([]);
  await client.global.sync([{ type: 4, name: "play" }, ping, { ...help, nsfw: true }]);
  expect(service.list("global")[0]).toMatchObject({
    name: "play",
    description: "Opens the game",
    handler: 1,
  });
});

test("an existing entry point survives every plan that does not name it", async () => {
  service.seed("global", [entry, ping, help]);
  const id = service.idOf("launch");
  const client = connect();
  const plan = await client.global.plan([{ ...ping, nsfw: true }, quote]);
  expect(plan.warnings.map(({ code }) => code)).toContain("entry-point-kept");
  await client.global.apply(plan);
  expect(kinds()).toEqual(["PUT"]);
  expect(service.list("global").find(({ type }) => type === 4)).toMatchObject({
    id,
    name: "launch",
    handler: 1,
  });
});

test("an entry point goes only when told so by name, before the bulk overwrite", async () => {
  service.seed("global", [entry, ping]);
  const client = connect();
  const plan = await client.global.plan([help, quote], { allow: ["delete-entry-point"] });
  expect(plan.warnings.map(({ code }) => code)).toContain("entry-point-deleted");
  await client.global.apply(plan);
  expect(kinds()).toEqual(["DELETE", "PUT"]);
  expect(names()).toEqual(["help", "Quote"]);
});

test("a command of a type that is not known is neither deleted nor overwritten", async () => {
  service.seed("global", [{ type: 5, name: "future" }, ping, help]);
  await connect().global.sync([{ ...ping, nsfw: true }]);
  expect(kinds()).toEqual(["DELETE", "PATCH"]);
  expect(names()).toEqual(["future", "ping"]);
});

test("an entry point of another name is the same entry point", async () => {
  service.seed("global", [entry]);
  const plan = await connect().global.plan([{ ...entry, name: "play" }]);
  expect(plan.edits).toMatchObject([{ name: "launch", renamedTo: "play" }]);
});

test("a scope is emptied only when told so by name", async () => {
  service.seed("global", [ping, help]);
  const client = connect();
  await expect(client.global.sync([])).rejects.toMatchObject({ code: "would_empty_scope" });
  expect(names()).toEqual(["ping", "help"]);
  await client.global.sync([], { allow: ["empty-scope"] });
  expect(names()).toEqual([]);
});

test("an entry point that is kept makes no difference to that", async () => {
  service.seed("global", [entry, ping]);
  const client = connect();
  await expect(client.global.sync([])).rejects.toMatchObject({ code: "would_empty_scope" });
  await client.global.sync([], { allow: ["empty-scope"] });
  expect(names()).toEqual(["launch"]);
});

test("a rename by id or by the old name keeps the command", async () => {
  service.seed("global", [ping, help]);
  const [pingId, helpId] = [service.idOf("ping"), service.idOf("help")];
  const desired: DesiredCommand[] = [
    { ...ping, name: "pong", renamedFrom: "ping" },
    { ...help, name: "assist", id: helpId },
  ];
  const client = connect();
  await client.global.sync(desired);
  expect([service.idOf("pong"), service.idOf("assist")]).toEqual([pingId, helpId]);
  expect((await client.global.plan(desired)).writes).toEqual([]);
});

test("a new command that takes the name of a renamed one is not taken for it", async () => {
  service.seed("global", [ping]);
  const id = service.idOf("ping");
  await connect().global.sync([
    { ...ping, name: "pong", id },
    { ...help, name: "ping" },
  ]);
  expect(kinds()).toEqual(["PATCH", "POST"]);
  expect(service.idOf("pong")).toBe(id);
  expect(names()).toEqual(["pong", "ping"]);
});

test("more commands than a bulk overwrite takes are written one by one", async () => {
  const many = (type: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      type,
      name: `c${index}`,
      description: type === 1 ? "d" : "",
    }));
  const full = [...many(1, 100), ...many(2, 15), ...many(3, 15)];
  service.seed("global", [entry, ...full]);
  const [first, second, ...rest] = full as unknown as DesiredCommand[];
  const changed = [
    { ...first, nsfw: true },
    { ...second, nsfw: true },
  ] as DesiredCommand[];
  await connect().global.sync([...changed, ...rest]);
  expect(kinds()).toEqual(["PATCH", "PATCH"]);
});

test("commands can exchange their names", async () => {
  service.seed("global", [ping, help]);
  const [pingId, helpId] = [service.idOf("ping"), service.idOf("help")];
  await connect().global.sync([
    { ...ping, name: "help", id: pingId },
    { ...help, name: "ping", id: helpId },
  ]);
  expect([service.idOf("help"), service.idOf("ping")]).toEqual([pingId, helpId]);
});

test.each([
  ["an id that does not live", [{ ...ping, id: "5" }], "unknown_id"],
  ["two commands for one live one", [{ ...ping }, { ...help, renamedFrom: "ping" }], "ambiguous_match"],
  ["a broken rule", [{ ...ping, name: "Ping" }], "invalid_command"],
  ["what is no command", [null as never], "invalid_command"],
])("a plan refuses %s", async (_, desired, code) => {
  service.seed("global", [ping]);
  await expect(connect().global.plan(desired)).rejects.toMatchObject({ code, type: 6 });
});

test("a plan tells how many requests and creates it costs", async () => {
  const { cost } = await connect().global.plan([ping, help]);
  expect(cost).toEqual({ requests: 1, creates: 2 });
});

test("String() of a plan is its text, which is not among its data", () => {
  const plan = planCommands([], [], { scope: "global" });
  expect(String(plan)).toBe("Global commands: nothing to change, 0 unchanged");
  expect(Object.keys(plan)).not.toContain("toString");
});

test("who plans with commands at hand can say what is global", () => {
  const globalCommands = [{ name: "ping" }, { name: "help", type: 2 as const }];
  const { warnings } = planCommands([ping, help], [], { scope: "guild", globalCommands });
  expect(warnings.map(({ code }) => code)).toEqual(["doubles-global"]);
  expect(planCommands([ping], [], { scope: "global", globalCommands }).warnings).toEqual([]);
  const wrong = { scope: "guild", globalCommands: [{ type: 1 }] } as never;
  expect(() => planCommands([ping], [], wrong)).toThrow("options.globalCommands[0] is an object");
});
