import { beforeEach, expect, test } from "vitest";
import { type Command, type DesiredCommand, planCommands } from "../../../../src/commands/index.ts";
import { FakeService } from "../../../setup/commands/fake-service.ts";
import { connectTo, entry, help, ping, quote } from "../../../setup/commands/samples.ts";

let service: FakeService;
beforeEach(() => void (service = new FakeService()));

const connect = () => connectTo(service);
const names = (scope = "global") => service.list(scope).map(({ name }) => name);
const kinds = () => service.writes.map(({ method }) => method);

test("ignores fields equal to the service's defaults", async () => {
  service.seed("global", [ping, quote, { ...entry, integration_types: [1], contexts: [0, 1] }]);
  const plan = await connect().global.plan([
    { ...ping, type: 1, nsfw: false, default_member_permissions: null, options: [], name_localizations: {} },
    quote,
    { type: 4, name: "launch", description: "Opens the game", contexts: [1, 0] },
  ]);
  expect(plan).toMatchObject({ creates: [], edits: [], deletes: [], writes: [], cost: { requests: 0 } });
  expect(plan.unchanged.map(({ name }) => name)).toEqual(["ping", "Quote", "launch"]);
});

test("ignores fields that the service added, and allowed unknown fields", async () => {
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

test("ignores localizations equal to the default", async () => {
  service.seed("global", [ping]);
  const plan = await connect().global.plan([{ ...ping, name_localizations: { de: "ping", fr: null } }]);
  expect(plan.writes).toEqual([]);
});

test("lists every changed value", async () => {
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

test("sends one request for one change, and one bulk overwrite for several", async () => {
  service.seed("global", [ping, help]);
  const client = connect();
  await client.global.apply(await client.global.plan([{ ...ping, nsfw: true }, help]));
  expect(service.writes.map(({ method, body }) => [method, body])).toEqual([["PATCH", { nsfw: true }]]);
  await client.global.apply(await client.global.plan([{ ...ping, description: "Better" }, quote]));
  expect(kinds()).toEqual(["PATCH", "PUT"]);
  expect(names()).toEqual(["ping", "Quote"]);
});

test("keeps the live values of unset fields in a bulk overwrite", async () => {
  service.seed("global", [{ ...ping, integration_types: [1] }, help]);
  await connect().global.sync([
    { ...ping, nsfw: true },
    { ...help, nsfw: true },
  ]);
  expect(kinds()).toEqual(["PUT"]);
  expect(service.list("global")[0]).toMatchObject({ integration_types: [1], nsfw: true });
});

test("keeps an entry point's description and handler if they are not set", async () => {
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

test("keeps an existing entry point that the desired set does not contain", async () => {
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

test('deletes an entry point only with "delete-entry-point", before the bulk overwrite', async () => {
  service.seed("global", [entry, ping]);
  const client = connect();
  const plan = await client.global.plan([help, quote], { allow: ["delete-entry-point"] });
  expect(plan.warnings.map(({ code }) => code)).toContain("entry-point-deleted");
  await client.global.apply(plan);
  expect(kinds()).toEqual(["DELETE", "PUT"]);
  expect(names()).toEqual(["help", "Quote"]);
});

test("neither deletes nor overwrites a command of an unknown type", async () => {
  service.seed("global", [{ type: 5, name: "future" }, ping, help]);
  await connect().global.sync([{ ...ping, nsfw: true }]);
  expect(kinds()).toEqual(["DELETE", "PATCH"]);
  expect(names()).toEqual(["future", "ping"]);
});

test("renames an entry point instead of replacing it", async () => {
  service.seed("global", [entry]);
  const plan = await connect().global.plan([{ ...entry, name: "play" }]);
  expect(plan.edits).toMatchObject([{ name: "launch", renamedTo: "play" }]);
});

test('empties a scope only with "empty-scope"', async () => {
  service.seed("global", [ping, help]);
  const client = connect();
  await expect(client.global.sync([])).rejects.toMatchObject({ code: "would_empty_scope" });
  expect(names()).toEqual(["ping", "help"]);
  await client.global.sync([], { allow: ["empty-scope"] });
  expect(names()).toEqual([]);
});

test("ignores a kept entry point when it checks for an empty scope", async () => {
  service.seed("global", [entry, ping]);
  const client = connect();
  await expect(client.global.sync([])).rejects.toMatchObject({ code: "would_empty_scope" });
  await client.global.sync([], { allow: ["empty-scope"] });
  expect(names()).toEqual(["launch"]);
});

test("keeps a command that is renamed by its id or its old name", async () => {
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

test("does not match a new command to the renamed command whose name it takes", async () => {
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

test("writes commands one by one if there are too many for a bulk overwrite", async () => {
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

test("swaps the names of two commands", async () => {
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
])("rejects %s", async (_, desired, code) => {
  service.seed("global", [ping]);
  await expect(connect().global.plan(desired)).rejects.toMatchObject({ code, type: 6 });
});

test("includes its cost in requests and creates", async () => {
  const { cost } = await connect().global.plan([ping, help]);
  expect(cost).toEqual({ requests: 1, creates: 2 });
});

test("formats itself in String(), without an enumerable toString", () => {
  const plan = planCommands([], [], { scope: "global" });
  expect(String(plan)).toBe("Global commands: nothing to change, 0 unchanged");
  expect(Object.keys(plan)).not.toContain("toString");
});

test("warns about duplicates of globalCommands in a guild", () => {
  const globalCommands = [{ name: "ping" }, { name: "help", type: 2 as const }];
  const { warnings } = planCommands([ping, help], [], { scope: "guild", globalCommands });
  expect(warnings.map(({ code }) => code)).toEqual(["doubles-global"]);
  expect(planCommands([ping], [], { scope: "global", globalCommands }).warnings).toEqual([]);
  const wrong = { scope: "guild", globalCommands: [{ type: 1 }] } as never;
  expect(() => planCommands([ping], [], wrong)).toThrow("options.globalCommands[0] is an object");
});
