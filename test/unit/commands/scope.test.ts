import { beforeEach, describe, expect, test } from "vitest";
import { type ApiCredential, CommandsClient, type PlanWarning } from "../../../src/commands/index.ts";
import { FakeService } from "../../setup/commands/fake-service.ts";
import {
  applicationId,
  connectTo,
  entry,
  guildId,
  help,
  overwrite,
  ping,
  quote,
  withUser,
} from "../../setup/commands/samples.ts";

let service: FakeService;
beforeEach(() => void (service = new FakeService()));

const connect = (credential?: ApiCredential) => connectTo(service, credential);
const names = (scope = "global") => service.list(scope).map(({ name }) => name);
const sent = () => service.writes.map(({ method, path }) => `${method} ${path}`);

describe("overwrite", () => {
  test("sends one request for a guild", async () => {
    await connect().guild(guildId).overwrite([ping, help]);
    expect(service.requests.map(({ method }) => method)).toEqual(["PUT"]);
    expect(names(guildId)).toEqual(["ping", "help"]);
  });

  test("includes the live entry point unchanged", async () => {
    service.seed("global", [entry, help]);
    await connect().global.overwrite([ping]);
    expect(names()).toEqual(["ping", "launch"]);
    expect(service.writes.at(-1)?.body).toMatchObject([
      ping,
      { id: service.idOf("launch"), type: 4, handler: 1 },
    ]);
  });

  test("sends the listed entry point with the live one's id", async () => {
    service.seed("global", [entry]);
    const id = service.idOf("launch");
    await connect().global.overwrite([{ ...entry, name: "play" }, ping]);
    expect(service.idOf("play")).toBe(id);
    await connect().global.overwrite([{ ...entry, id, name: "start" }]);
    expect(service.idOf("start")).toBe(id);
  });

  test("deletes the entry point in a separate request if allowed", async () => {
    service.seed("global", [entry]);
    const id = service.idOf("launch");
    const allow = ["delete-entry-point"] as const;
    await connect().global.overwrite([{ ...entry, name: "play" }], { allow });
    expect(sent()).toEqual(["PUT /commands"]);
    await connect().global.overwrite([ping], { allow });
    expect(sent().slice(1)).toEqual([`DELETE /commands/${id}`, "PUT /commands"]);
    expect(names()).toEqual(["ping"]);
  });

  test("rejects an empty list before sending anything, unless allowed", async () => {
    const { global } = connect();
    await expect(global.overwrite([])).rejects.toMatchObject({ code: "would_empty_scope" });
    expect(service.requests).toEqual([]);
    service.seed("global", [ping]);
    expect(await global.overwrite([], { allow: ["empty-scope"] })).toEqual([]);
  });
});

test("includes the permissions of global commands in a snapshot, for the listed guilds or all of the bot's guilds", async () => {
  service.seed("global", [ping]);
  service.permissions.set(
    guildId,
    new Map([
      [service.idOf("ping"), [overwrite]],
      ["5", [overwrite]],
    ]),
  );
  const { global } = connect(withUser);
  expect((await global.snapshot({ guildIds: [] })).permissions).toEqual([]);
  expect((await global.snapshot()).permissions).toHaveLength(1);
  const snapshot = await global.snapshot({ guildIds: [guildId] });
  expect(snapshot.permissions).toMatchObject([{ id: service.idOf("ping"), permissions: [overwrite] }]);
  service.permissions.get(guildId)?.clear();
  await global.restore(snapshot);
  expect(service.permissions.get(guildId)?.get(service.idOf("ping"))).toEqual([overwrite]);
});

test("warns about guild commands with the name and type of a global command", async () => {
  service.seed("global", [ping, { ...help, type: 2, description: "" }]);
  const guild = connect().guild(guildId);
  const { warnings } = await guild.plan([ping, help]);
  expect(warnings).toEqual([
    { code: "doubles-global", message: expect.stringMatching(/^"ping" is also a global/) },
  ]);
  expect((await connect().global.plan([ping])).warnings.map(({ code }) => code)).not.toContain(
    "doubles-global",
  );
  const before = service.requests.length;
  await guild.sync([ping]);
  expect(service.requests.slice(before).map(({ path }) => path)).not.toContain("/commands");
});

/** Returns a client and the list of warnings that it reports. */
function listening(allowUnknownFields?: boolean) {
  const reported: PlanWarning[] = [];
  const client = new CommandsClient({
    applicationId,
    credential: withUser,
    fetch: service.fetch,
    allowUnknownFields,
    onWarning: (warning) => void reported.push(warning),
  });
  return { client, reported };
}

describe("a misspelled field", () => {
  const open = { ...ping, default_member_permission: "0" };
  const option = { type: 3, name: "text", description: "d" } as const;
  const inOption = { ...ping, options: [{ ...option, requierd: true }] };
  const inChoice = { ...ping, options: [{ ...option, choices: [{ name: "A", value: "a", naem: "B" }] }] };

  test.each([
    ["a command", open, "ping.default_member_permission", "Did you mean default_member_permissions?"],
    ["an option", inOption, 'ping.options["text"].requierd', "Did you mean required?"],
    ["a choice", inChoice, 'ping.options["text"].choices["A"].naem', "Did you mean name?"],
  ])("is rejected in %s by every method that sends it", async (_, command, path, message) => {
    const guild = connect().guild(guildId);
    const { options, ...rest } = command as { options?: unknown };
    const edit = options === undefined ? rest : { options };
    for (const refused of [
      guild.create(command),
      guild.edit("7", edit),
      guild.overwrite([command]),
      guild.plan([command]),
      guild.sync([command]),
    ]) {
      await expect(refused).rejects.toMatchObject({
        code: "invalid_command",
        fieldErrors: [{ code: "unknown-field", message: expect.stringContaining(message) }],
      });
    }
    await expect(guild.create(command)).rejects.toMatchObject({ fieldErrors: [{ path }] });
    expect(service.requests).toEqual([]);
  });

  test("is rejected in permissions", async () => {
    const { permissions } = connect(withUser).guild(guildId);
    const wrong = [{ ...overwrite, permision: true }];
    await expect(permissions.edit("7", wrong as never)).rejects.toMatchObject({
      fieldErrors: [{ code: "unknown-field" }],
    });
    expect(service.requests).toEqual([]);
  });

  test("is sent with a warning if unknown fields are allowed", async () => {
    const { client, reported } = listening(true);
    const guild = client.guild(guildId);
    const { id } = await guild.create(open);
    await guild.edit(id, { nfsw: true } as object);
    await guild.overwrite([open]);
    await guild.permissions.edit(id, [{ ...overwrite, permision: true }] as never);
    expect(reported.map(({ code, finding }) => [code, finding?.rule, finding?.path])).toEqual([
      ["rule", "unknown-field", "default_member_permission"],
      ["rule", "unknown-field", "nfsw"],
      ["rule", "unknown-field", "ping.default_member_permission"],
      ["rule", "unknown-field", "[0].permision"],
    ]);
    expect(service.writes[0]?.body).toEqual(open);
  });
});

test("accepts a command that was read from the service, with or without changes", async () => {
  service.seed("global", [ping]);
  const { global } = connect();
  const [live] = (await global.list()) as [never];
  await global.edit(service.idOf("ping"), { ...(live as object), description: "Better" });
  await global.create(live);
  await global.overwrite([live]);
  expect((await global.plan([live])).warnings).toEqual([]);
  expect(service.writes.map(({ method }) => method)).toEqual(["PATCH", "POST", "PUT"]);
});

test("reports rule warnings to onWarning, but does not change the results", async () => {
  const old = { ...ping, dm_permission: false };
  const { client, reported } = listening();
  const created = await client.global.create(old);
  expect(created).not.toHaveProperty("warnings");
  await client.global.edit(created.id, { dm_permission: false });
  await client.global.overwrite([old]);
  expect(reported.map(({ code, finding }) => [code, finding?.rule])).toEqual([
    ["rule", "deprecated-field"],
    ["rule", "deprecated-field"],
    ["rule", "deprecated-field"],
  ]);
  // Plans contain their own warnings, even for a command that was already checked.
  const { plan } = await client.global.sync([old]);
  expect(plan.warnings[0]).toMatchObject({
    code: "rule",
    message: expect.stringContaining("ping.dm_permission: false is deprecated."),
  });
  const again = await client.global.plan(plan.basis.desired);
  expect(again.warnings[0]).toEqual(plan.warnings[0]);
  expect(reported).toHaveLength(3);
});

test("rejects renamedFrom in an overwrite", async () => {
  const renamed = { ...help, renamedFrom: "ping" } as typeof help;
  await expect(connect().global.overwrite([renamed])).rejects.toMatchObject({
    fieldErrors: [{ path: "help.renamedFrom", code: "unknown-field" }],
  });
  // The rule also applies to a command that was checked for a plan.
  const { basis } = await connect().global.plan([renamed]);
  await expect(connect().global.create(basis.desired[0] as never)).rejects.toMatchObject({
    code: "invalid_command",
  });
  expect(service.writes).toEqual([]);
});

describe("edit", () => {
  test("rejects a different type, but accepts the command's current type", async () => {
    service.seed("global", [ping, quote]);
    const { global } = connect();
    const refused = { fieldErrors: [{ path: "type", code: "edit-type" }] };
    await expect(global.edit(service.idOf("ping"), { type: 2 } as object)).rejects.toMatchObject(refused);
    await expect(global.edit(service.idOf("ping"), { type: 9 } as object)).rejects.toMatchObject(refused);
    await global.edit(service.idOf("Quote"), { type: 3, nsfw: true } as object);
    expect(service.writes.map(({ body }) => body)).toEqual([{ type: 3, nsfw: true }]);
  });

  test("checks names according to the live command's type", async () => {
    service.seed("global", [ping, quote]);
    const { global } = connect();
    const id = service.idOf("ping");
    const refused = { code: "invalid_command", fieldErrors: [{ code: "name-characters" }, {}] };
    await expect(global.edit(id, { name: "High Five" })).rejects.toMatchObject(refused);
    await expect(global.edit(id, { name_localizations: { de: "Hallo Du" } })).rejects.toMatchObject(refused);
    expect(service.writes).toEqual([]);
    await global.edit(service.idOf("Quote"), { name: "Quote This", name_localizations: { de: "Das Zitat" } });
    expect(service.list("global")).toMatchObject([{ name: "ping" }, { name: "Quote This" }]);
  });

  test("keeps a renamed command's permissions, or is rejected", async () => {
    service.seed(guildId, [ping]);
    const id = service.permit("ping", [guildId], guildId);
    const edit = { name: "pong" };
    await expect(connect().guild(guildId).edit(id, edit)).rejects.toMatchObject({ code: "permission_loss" });
    expect(service.writes).toEqual([]);
    expect(await connect(withUser).guild(guildId).edit(id, edit)).toMatchObject({ id, name: "pong" });
    expect(service.permissions.get(guildId)?.get(id)).toEqual([overwrite]);
    const reported: PlanWarning[] = [];
    const bot = new CommandsClient({
      applicationId,
      credential: { botToken: "bot" },
      fetch: service.fetch,
      onWarning: (warning) => void reported.push(warning),
    });
    await bot.guild(guildId).edit(id, { name: "pang" }, { allowPermissionLoss: true });
    expect(reported).toMatchObject([
      { code: "permissions-lost", savedPermissions: [{ guildId, commandId: id, permissions: [overwrite] }] },
    ]);
  });

  test("throws an error with a report if the permissions cannot be restored after a rename", async () => {
    service.seed(guildId, [ping]);
    const id = service.permit("ping", [guildId], guildId);
    service.fault = (count, method) => (count === 3 && method !== "GET" ? "before" : undefined);
    const saved = [{ guildId, commandId: id, permissions: [overwrite] }];
    await expect(connect(withUser).guild(guildId).edit(id, { name: "pong" })).rejects.toMatchObject({
      name: "ApplyError",
      report: { done: [{ kind: "edit" }], remaining: [], savedPermissions: saved },
    });
  });
});

test("keeps the permissions in an overwrite that renames by id, or rejects the overwrite", async () => {
  service.seed(guildId, [ping, help]);
  const id = service.permit("ping", [guildId], guildId);
  const list = [{ ...ping, id, name: "pong" }, help];
  await expect(connect().guild(guildId).overwrite(list)).rejects.toMatchObject({ code: "permission_loss" });
  expect(service.writes).toEqual([]);
  expect(await connect(withUser).guild(guildId).overwrite(list)).toMatchObject([{ id, name: "pong" }, help]);
  expect(service.permissions.get(guildId)?.get(id)).toEqual([overwrite]);
});

describe("calls that continue after the rules are loaded", () => {
  /** Returns a command, a list that contains it and a function that changes both while the rules are loading. */
  function changing() {
    const command = { ...ping };
    const list = [command];
    const change = (): void => {
      command.name = "changed";
      list.push({ ...help });
    };
    return { command, list, change };
  }

  test.each([
    ["create", (own: ReturnType<typeof changing>) => connectTo(service).global.create(own.command)],
    ["overwrite", (own: ReturnType<typeof changing>) => connectTo(service).global.overwrite(own.list)],
    ["sync", (own: ReturnType<typeof changing>) => connectTo(service).global.sync(own.list)],
    ["rollout", (own: ReturnType<typeof changing>) => connectTo(service).rollout(own.list, [guildId])],
  ])("ignores changes to the commands after %s is called", async (name, call) => {
    const own = changing();
    const called = call(own);
    own.change();
    await called;
    expect(service.list(name === "rollout" ? guildId : "global").map((one) => one["name"])).toEqual(["ping"]);
  });

  test("ignores later changes to an edit, a plan and permissions", async () => {
    service.seed(guildId, [ping]);
    const id = service.idOf("ping", guildId);
    const guild = connectTo(service, withUser).guild(guildId);
    const edit = { description: "Early" };
    const editing = guild.edit(id, edit);
    edit.description = "Late";
    expect(await editing).toMatchObject({ description: "Early" });
    const own = changing();
    const planning = guild.plan(own.list);
    own.change();
    expect(await planning).toMatchObject({ creates: [], edits: [{ name: "ping" }] });
    const overwrites = [{ id: guildId, type: 1 as const, permission: false }];
    const permitting = guild.permissions.edit(id, overwrites);
    overwrites.pop();
    await permitting;
    expect(service.requests.at(-1)?.body).toEqual({
      permissions: [{ id: guildId, type: 1, permission: false }],
    });
  });

  test.each([
    ["create", (signal: AbortSignal) => connectTo(service).global.create(ping, { signal })],
    ["overwrite", (signal: AbortSignal) => connectTo(service).global.overwrite([ping], { signal })],
    ["plan", (signal: AbortSignal) => connectTo(service).global.plan([ping], { signal })],
    ["sync", (signal: AbortSignal) => connectTo(service).global.sync([ping], { signal })],
  ])("sends no request if %s is aborted while the rules are loading", async (_, call) => {
    const abort = new AbortController();
    const called = call(abort.signal);
    abort.abort();
    await expect(called).rejects.toMatchObject({ code: "aborted" });
    expect(service.requests).toEqual([]);
  });

  test("includes the caller in an error's stack trace", async () => {
    async function ownCode(): Promise<void> {
      await connectTo(service).global.create({ ...ping, name: "" });
    }
    const error: unknown = await ownCode().catch((reason: unknown) => reason);
    expect((error as Error).stack).toMatch(/CommandScope\.create[^]*ownCode/);
  });
});
