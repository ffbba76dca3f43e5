import { inspect } from "node:util";
import { beforeEach, expect, test } from "vitest";
import {
  type ApplyError,
  CommandsClient,
  type CommandsCredential,
  type DesiredCommand,
  type GuildCommand,
  type Plan,
} from "../../../src/commands/index.ts";
import { FakeService } from "./fake-service.ts";
import { applicationId } from "./service.ts";

let service: FakeService;
beforeEach(() => void (service = new FakeService()));

const guildId = "200000000000000001";
const bot: CommandsCredential = { botToken: "bot" };
const withUser: CommandsCredential = { botToken: "bot", userToken: async () => "user" };
const connect = (credential: CommandsCredential = bot) =>
  new CommandsClient({ applicationId, credential, fetch: service.fetch });

const ping = { name: "ping", description: "Pong" };
const help = { name: "help", description: "Helps" };
const quote = { type: 3, name: "Quote" } as const;
const entry = { type: 4, name: "launch", description: "Opens the game", handler: 1 } as const;
const overwrite = { id: "300000000000000001", type: 1, permission: true };
const idOf = (name: string, scope = "global") =>
  service.list(scope).find((one) => one["name"] === name)?.["id"] as string;
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

test("fields that the service does not know, or that are not known here, are no difference", async () => {
  const option = {
    type: 3,
    name: "text",
    description: "What",
    choices: [{ name: "A", value: "a" }],
  } as const;
  service.seed("global", [
    { ...ping, options: [{ ...option, newer: 1, choices: [{ name: "A", value: "a", newer: 1 }] }] },
  ]);
  const mistyped = { ...option, requierd: true };
  expect((await connect().global.plan([{ ...ping, options: [mistyped] }])).writes).toEqual([]);
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
  const id = idOf("launch");
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
  const [pingId, helpId] = [idOf("ping"), idOf("help")];
  const desired: DesiredCommand[] = [
    { ...ping, name: "pong", renamedFrom: "ping" },
    { ...help, name: "assist", id: helpId },
  ];
  const client = connect();
  await client.global.sync(desired);
  expect([idOf("pong"), idOf("assist")]).toEqual([pingId, helpId]);
  expect((await client.global.plan(desired)).writes).toEqual([]);
});

test("a new command that takes the name of a renamed one is not taken for it", async () => {
  service.seed("global", [ping]);
  const id = idOf("ping");
  await connect().global.sync([
    { ...ping, name: "pong", id },
    { ...help, name: "ping" },
  ]);
  expect(kinds()).toEqual(["PATCH", "POST"]);
  expect(idOf("pong")).toBe(id);
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
  const [pingId, helpId] = [idOf("ping"), idOf("help")];
  await connect().global.sync([
    { ...ping, name: "help", id: pingId },
    { ...help, name: "ping", id: helpId },
  ]);
  expect([idOf("help"), idOf("ping")]).toEqual([pingId, helpId]);
});

test("a rename warns of erased permissions, and restores them with a user's token", async () => {
  service.seed(guildId, [ping]);
  const id = idOf("ping", guildId);
  service.permissions.set(guildId, new Map([[id, [overwrite]]]));
  const renamed: GuildCommand & { renamedFrom: string } = { ...ping, name: "pong", renamedFrom: "ping" };
  const guild = connect(withUser).guild(guildId);
  const plan = await guild.plan([renamed]);
  expect(plan.warnings.map(({ code }) => code)).toEqual(["permissions-erased", "clients-reload"]);
  const progress: string[] = [];
  await guild.apply(plan, { onProgress: ({ kind }) => void progress.push(kind) });
  expect(progress).toEqual(["saved", "written", "restored"]);
  expect(service.permissions.get(guildId)?.get(id)).toEqual([overwrite]);
});

test("a renamed global command gets its permissions back in every guild that is named", async () => {
  service.seed("global", [ping, help]);
  const id = idOf("ping");
  for (const guild of ["7", "8", "9"]) service.permissions.set(guild, new Map([[id, [overwrite]]]));
  const desired = [{ ...ping, name: "pong", renamedFrom: "ping" }, quote];
  const { report } = await connect(withUser).global.sync(desired, { guildIds: ["7", 8n] });
  expect(report.savedPermissions).toEqual([]);
  expect(kinds()).toEqual(["PUT"]);
  const restored = ["7", "8", "9"].map((guild) => service.permissions.get(guild)?.get(id));
  expect(restored).toEqual([[overwrite], [overwrite], undefined]);
});

test("without a user's token a rename is carried out, and its permissions are gone as the plan warned", async () => {
  service.seed(guildId, [ping]);
  service.permissions.set(guildId, new Map([[idOf("ping", guildId), [overwrite]]]));
  const { plan, report } = await connect()
    .guild(guildId)
    .sync([{ ...ping, name: "pong", renamedFrom: "ping" }]);
  expect(plan.warnings.map(({ code }) => code)).toContain("permissions-erased");
  expect(report.savedPermissions).toEqual([]);
  expect(service.permissions.get(guildId)?.size).toBe(0);
});

test("what fails in onProgress leaves the report, and nothing of its own error", async () => {
  service.seed(guildId, [ping]);
  service.permissions.set(guildId, new Map([[idOf("ping", guildId), [overwrite]]]));
  const desired = [{ ...ping, name: "pong", renamedFrom: "ping" }];
  const guild = connect(withUser).guild(guildId);
  const onProgress = ({ kind }: { readonly kind: string }) => {
    if (kind === "written") throw new Error("the disk, and a secret");
  };
  const error: unknown = await guild.sync(desired, { onProgress }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({
    code: "progress_failed",
    report: { done: [{ kind: "edit" }], savedPermissions: [{ permissions: [overwrite] }] },
  });
  expect(inspect(error)).not.toContain("secret");
  await guild.sync(desired, { resume: (error as ApplyError).report });
  expect(service.permissions.get(guildId)?.get(idOf("pong", guildId))).toEqual([overwrite]);
});

test("a plan can be kept as text and applied later", async () => {
  service.seed("global", [ping, help]);
  const client = connect();
  for (const scope of [client.global, client.guild(guildId)]) {
    const plan = await scope.plan([{ ...ping, nsfw: true }, quote]);
    await scope.apply(JSON.parse(JSON.stringify(plan)) as Plan);
    expect((await scope.plan([{ ...ping, nsfw: true }, quote])).writes).toEqual([]);
  }
});

test("permissions that could not be restored are restored by the next run", async () => {
  service.seed(guildId, [ping]);
  const id = idOf("ping", guildId);
  service.permissions.set(guildId, new Map([[id, [overwrite]]]));
  service.fault = (count, method) => (count === 2 && method !== "GET" ? "before" : undefined);
  const guild = connect(withUser).guild(guildId);
  const desired = [{ ...ping, name: "pong", renamedFrom: "ping" }];
  const error = await guild.sync(desired).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ name: "ApplyError", report: { done: [{ kind: "edit" }], remaining: [] } });
  expect(service.permissions.get(guildId)?.get(id)).toBeUndefined();
  const { report } = error as { report: never };
  await guild.apply(await guild.plan(desired), { resume: report });
  expect(service.permissions.get(guildId)?.get(id)).toEqual([overwrite]);
});

test("permissions of a command that was deleted meanwhile do not stop the next run", async () => {
  service.seed(guildId, [ping]);
  const guild = connect(withUser).guild(guildId);
  const savedPermissions = [{ guildId, commandId: "5", permissions: [overwrite] as never }];
  const resume = { done: [], remaining: [], savedPermissions };
  const report = await guild.apply(await guild.plan([{ ...ping, nsfw: true }]), { resume });
  expect(report.savedPermissions).toEqual([]);
});

test("a plan is refused, with a new one, when the live commands changed meanwhile", async () => {
  service.seed("global", [ping]);
  const client = connect();
  const plan = await client.global.plan([{ ...ping, nsfw: true }]);
  await client.global.create(help);
  const writes = service.writes.length;
  const error: unknown = await client.global.apply(plan).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: "plan_outdated", plan: { deletes: [{ name: "help" }] } });
  expect(service.writes).toHaveLength(writes);
});

test("a plan is good for the scope it was made for only", async () => {
  const client = connect();
  const plan = await client.guild(guildId).plan([ping]);
  await expect(client.guild("7").apply(plan)).rejects.toMatchObject({ code: "wrong_scope" });
  await expect(client.global.apply(plan)).rejects.toMatchObject({ code: "wrong_scope" });
  expect(service.writes).toEqual([]);
});

test("an abort stops between requests and says how far it came", async () => {
  service.seed("global", [{ ...entry, handler: 3 }, ping, help]);
  const stop = new AbortController();
  const client = connect();
  const plan = await client.global.plan([
    { ...ping, nsfw: true },
    { ...help, nsfw: true },
  ]);
  expect(plan.writes.map(({ kind }) => kind)).toEqual(["edit", "edit"]);
  const error: unknown = await client.global
    .apply(plan, { signal: stop.signal, onProgress: () => stop.abort() })
    .catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: "aborted", report: { done: [{}], remaining: [{}] } });
  expect(kinds()).toEqual(["PATCH"]);
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

test("a plan tells what is left of the day's creates", async () => {
  const { cost, warnings } = await connect().global.plan([ping, help], { createsUsed: 199 });
  expect(cost).toEqual({ requests: 1, creates: 2, createsLeft: -1 });
  expect(warnings.map(({ code }) => code)).toEqual(["creates-short"]);
});

test("pull gives definitions that plan to nothing", async () => {
  service.seed("global", [entry, ping, { ...quote, contexts: [0] }]);
  const client = connect();
  const pulled = await client.global.pull();
  expect(pulled).toEqual([
    { ...entry, integration_types: [0, 1] },
    { ...ping, integration_types: [0, 1] },
    { ...quote, contexts: [0], integration_types: [0, 1] },
  ]);
  expect(pulled.map((command) => Object.keys(command).slice(0, 2))).toEqual([
    ["type", "name"],
    ["name", "description"],
    ["type", "name"],
  ]);
  expect((await client.global.plan(pulled)).writes).toEqual([]);
});

test("a snapshot brings back commands and permissions", async () => {
  service.seed(guildId, [ping, { ...help, nsfw: true }]);
  const id = idOf("ping", guildId);
  service.permissions.set(guildId, new Map([[id, [overwrite]]]));
  const guild = connect(withUser).guild(guildId);
  const snapshot = await guild.snapshot();
  await guild.sync([quote]);
  expect(service.permissions.get(guildId)?.size).toBe(0);
  await guild.restore(JSON.parse(JSON.stringify(snapshot)) as typeof snapshot);
  expect(service.list(guildId)).toMatchObject([ping, { ...help, nsfw: true }]);
  expect(service.permissions.get(guildId)?.get(idOf("ping", guildId))).toEqual([overwrite]);
  const before = service.requests.filter(({ method }) => method !== "GET").length;
  await guild.restore(await guild.snapshot());
  expect(service.requests.filter(({ method }) => method !== "GET")).toHaveLength(before);
});

test("a restored snapshot takes away permissions that came since, and goes on past what was deleted", async () => {
  service.seed(guildId, [ping, help]);
  service.seed("global", [quote]);
  const quoteId = idOf("Quote");
  service.permissions.set(guildId, new Map([[quoteId, [overwrite]]]));
  service.permissions.get(guildId)?.set(idOf("help", guildId), [overwrite]);
  const guild = connect(withUser).guild(guildId);
  const snapshot = await guild.snapshot();
  await connect().global.delete(quoteId);
  await guild.permissions.edit(idOf("help", guildId), []);
  await guild.permissions.edit(idOf("ping", guildId), [overwrite as never]);
  await guild.restore(snapshot);
  const now = service.permissions.get(guildId);
  expect(now?.get(idOf("ping", guildId))).toEqual([]);
  expect(now?.get(idOf("help", guildId))).toEqual([overwrite]);
  expect(now?.has(quoteId)).toBe(false);
});

test("a snapshot of another scope is refused", async () => {
  const client = connect();
  const snapshot = await client.global.snapshot();
  const guild = client.guild(guildId);
  await expect(guild.restore(snapshot)).rejects.toMatchObject({ code: "invalid_snapshot" });
  await expect(client.guild("7").restore(await guild.snapshot())).rejects.toMatchObject({
    code: "invalid_snapshot",
  });
});
