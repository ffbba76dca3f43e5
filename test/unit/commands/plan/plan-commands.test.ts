import { beforeEach, expect, test, describe } from "vitest";
import { type Command, type DesiredCommand, planCommands } from "../../../../src/commands/index.ts";
import { FakeService } from "../../../setup/commands/fake-service.ts";
import { connectTo, entry, help, ping, quote, storedCommand } from "../../../setup/commands/samples.ts";
import {
  chooseWrites,
  type Outline,
  warnAbout,
  type WarningContext,
} from "../../../../src/commands/plan/plan-commands.ts";
import { matchCommands } from "../../../../src/commands/plan/difference.ts";

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

test("ignores fields that the service added and unknown fields that are allowed", async () => {
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

test("keeps the live values of unset fields in a bulk overwrite", async () => {
  service.seed("global", [{ ...ping, integration_types: [1] }, help]);
  await connect().global.sync([
    { ...ping, nsfw: true },
    { ...help, nsfw: true },
  ]);
  expect(kinds()).toEqual(["PUT"]);
  expect(service.list("global")[0]).toMatchObject({ integration_types: [1], nsfw: true });
});

test("keeps an entry point's description and handler if the desired set omits them", async () => {
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

test.each([
  ["a scope", help, []],
  ["a scope except for a kept entry point", entry, ["launch"]],
])('empties %s only with "empty-scope"', async (_, other, kept) => {
  service.seed("global", [other, ping]);
  const client = connect();
  await expect(client.global.sync([])).rejects.toMatchObject({ code: "would_empty_scope" });
  expect(names()).toEqual([other.name, "ping"]);
  await client.global.sync([], { allow: ["empty-scope"] });
  expect(names()).toEqual(kept);
});

test("does not confuse a new command with the renamed command whose old name it takes", async () => {
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
  ["an id that no live command has", [{ ...ping, id: "5" }], "unknown_id"],
  ["a rule violation", [{ ...ping, name: "Ping" }], "invalid_command"],
  ["a value that is not a command", [null as never], "invalid_command"],
])("rejects %s", async (_, desired, code) => {
  service.seed("global", [ping]);
  await expect(connect().global.plan(desired)).rejects.toMatchObject({ code, type: 6 });
});

test("can be formatted with String(), but has no enumerable toString", () => {
  const plan = planCommands([], [], { scope: "global" });
  expect(String(plan)).toBe("Global commands: no changes, 0 unchanged");
  expect(Object.keys(plan)).not.toContain("toString");
});

test("warns about guild commands that duplicate commands in globalCommands", () => {
  const globalCommands = [{ name: "ping" }, { name: "help", type: 2 as const }];
  const { warnings } = planCommands([ping, help], [], { scope: "guild", globalCommands });
  expect(warnings.map(({ code }) => code)).toEqual(["doubles-global"]);
  expect(planCommands([ping], [], { scope: "global", globalCommands }).warnings).toEqual([]);
  const wrong = { scope: "guild", globalCommands: [{ type: 1 }] } as never;
  expect(() => planCommands([ping], [], wrong)).toThrow("options.globalCommands[0] is an object");
});

describe("warnings", () => {
  const livePing = { id: "1", type: 1, name: "ping" } as const;
  const liveEntry = { id: "2", type: 4, name: "launch" } as const;
  const edit = { ...livePing, changes: [], edit: {} };
  const empty: Outline = { creates: [], edits: [], deletes: [], unchanged: [], kept: [] };

  const calm = { scope: "global", doubled: [], findings: [] } as const;

  const codes = (outline: Partial<Outline>, context: Partial<WarningContext> = {}) =>
    warnAbout({ ...empty, ...outline }, { ...calm, ...context }).map(({ code }) => code);

  test.each<[string, Partial<Outline>, readonly string[], readonly string[]]>([
    ["no change", {}, [], []],
    ["an edit", { edits: [edit] }, ["clients-reload"], []],
    [
      "a rename",
      { edits: [{ ...edit, renamedTo: "pong" }] },
      ["permissions-erased", "clients-reload"],
      ["permissions-erased"],
    ],
    [
      "a deletion among others",
      { deletes: [livePing], unchanged: [livePing] },
      ["permissions-erased"],
      ["permissions-erased"],
    ],
    [
      "a deletion of everything",
      { deletes: [livePing] },
      ["permissions-erased", "scope-emptied"],
      ["permissions-erased", "scope-emptied"],
    ],
    [
      "a deletion of the entry point",
      { deletes: [liveEntry], creates: [{ name: "ping" }] },
      ["permissions-erased", "entry-point-deleted"],
      ["permissions-erased", "entry-point-deleted"],
    ],
    ["a kept entry point", { kept: [liveEntry] }, ["entry-point-kept"], ["entry-point-kept"]],
    ["a kept command of an unknown type", { kept: [{ ...livePing, type: 9 as never }] }, [], []],
  ])("returns the warnings for %s, globally and in a guild", (_, outline, everywhere, inGuild) => {
    expect(codes(outline)).toEqual(everywhere);
    expect(codes(outline, { scope: "guild" })).toEqual(inGuild);
  });

  test("mentions only the affected guild when a guild command is deleted", () => {
    const [global, guild] = (["global", "guild"] as const).map(
      (scope) =>
        warnAbout({ ...empty, deletes: [livePing], unchanged: [livePing] }, { ...calm, scope })[0]?.message,
    );
    expect(global).toBe('Deleting "ping" erases its permissions in every guild.');
    expect(guild).toBe('Deleting "ping" erases its permissions in the guild.');
  });

  test("replaces the general warning with warnings about the permissions known to be erased", () => {
    const erased = [{ code: "permissions-lost", message: "Gone." }] as const;
    expect(codes({ edits: [{ ...edit, renamedTo: "pong" }] }, { scope: "guild", erased })).toEqual([
      "permissions-lost",
    ]);
    expect(codes({ edits: [{ ...edit, renamedTo: "pong" }] }, { scope: "guild", erased: [] })).toEqual([]);
  });
});

describe("writes", () => {
  const live = (id: string, name: string, fields: object = {}) =>
    storedCommand({ id, name, description: "d", ...fields }) as unknown as Command;
  const entryWith = (fields: object = {}) => live("9", "launch", { type: 4, handler: 1, ...fields });
  const desired = (name: string, fields: object = {}) =>
    ({ name, description: "d", ...fields }) as DesiredCommand;

  const writesOf = (
    wanted: readonly DesiredCommand[],
    now: readonly Command[],
    allow: readonly never[] = [],
  ) => planCommands(wanted, now, { scope: "global", allow }).writes;
  const kindsOf = (...of: Parameters<typeof writesOf>) => writesOf(...of).map(({ kind }) => kind);

  test("sends one change as its own request and several as one overwrite", () => {
    expect(kindsOf([desired("a")], [])).toEqual(["create"]);
    expect(kindsOf([], [live("1", "a")])).toEqual(["delete"]);
    expect(kindsOf([desired("a", { nsfw: true })], [live("1", "a")])).toEqual(["edit"]);
    expect(kindsOf([desired("a"), desired("b")], [])).toEqual(["overwrite"]);
  });

  test("avoids an overwrite if a kept command cannot be sent back", () => {
    const wanted = [desired("a"), desired("b")];
    expect(kindsOf(wanted, [entryWith({ handler: 3 })])).toEqual(["create", "create"]);
    expect(kindsOf(wanted, [live("8", "new", { type: 9 })])).toEqual(["create", "create"]);
  });

  test("sends requests one by one if there are too many items for an overwrite", () => {
    const created = Array.from({ length: 131 }, (_, index) => ({ name: `c${index}` }));
    const outline: Outline = { creates: created, edits: [], deletes: [], unchanged: [], kept: [] };
    const writes = chooseWrites(outline, matchCommands([], []), { scope: "global" });
    expect(writes).toHaveLength(131);
    const fewer = { ...outline, creates: created.slice(1) };
    expect(chooseWrites(fewer, matchCommands([], []), { scope: "global" })).toMatchObject([
      { kind: "overwrite" },
    ]);
  });

  /** With this entry point, which cannot be part of an overwrite, each edit is a separate request. */
  const single = entryWith({ handler: 3 });

  test("frees a name before another command takes it", () => {
    const wanted = [desired("b", { id: "1" }), desired("c", { id: "2" })];
    const writes = writesOf(wanted, [live("1", "a"), live("2", "b"), single]);
    expect(writes).toMatchObject([{ command: { id: "2" } }, { command: { id: "1" } }]);
  });

  test("rejects commands that swap their names", () => {
    const wanted = [desired("b", { id: "1" }), desired("a", { id: "2" })];
    expect(() => writesOf(wanted, [live("1", "a"), live("2", "b"), single])).toThrow(
      expect.objectContaining({
        code: "rename_cycle",
        message: expect.stringContaining('"a", "b"') as string,
      }),
    );
  });
});
