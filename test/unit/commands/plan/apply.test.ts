import { inspect } from "node:util";
import { beforeEach, expect, test } from "vitest";
import type { ApplyError, ApiCredential, GuildCommand, Plan } from "../../../../src/commands/index.ts";
import { FakeService } from "../../../setup/commands/fake-service.ts";
import {
  connectTo,
  entry,
  guildId,
  help,
  overwrite,
  ping,
  quote,
  withUser,
} from "../../../setup/commands/samples.ts";

let service: FakeService;
beforeEach(() => void (service = new FakeService()));

const connect = (credential?: ApiCredential) => connectTo(service, credential);
const kinds = () => service.writes.map(({ method }) => method);

test("a rename warns of erased permissions, and restores them with a user's token", async () => {
  service.seed(guildId, [ping]);
  const id = service.idOf("ping", guildId);
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
  const id = service.idOf("ping");
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
  service.permissions.set(guildId, new Map([[service.idOf("ping", guildId), [overwrite]]]));
  const { plan, report } = await connect()
    .guild(guildId)
    .sync([{ ...ping, name: "pong", renamedFrom: "ping" }]);
  expect(plan.warnings.map(({ code }) => code)).toContain("permissions-erased");
  expect(report.savedPermissions).toEqual([]);
  expect(service.permissions.get(guildId)?.size).toBe(0);
});

test("what fails in onProgress leaves the report, and nothing of its own error", async () => {
  service.seed(guildId, [ping]);
  service.permissions.set(guildId, new Map([[service.idOf("ping", guildId), [overwrite]]]));
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
  expect(service.permissions.get(guildId)?.get(service.idOf("pong", guildId))).toEqual([overwrite]);
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

test("what is changed in a plan, or in a report to resume, after it was given changes nothing that is sent", async () => {
  service.seed(guildId, [ping]);
  const guild = connect(withUser).guild(guildId);
  const id = service.idOf("ping", guildId);
  const plan = JSON.parse(JSON.stringify(await guild.plan([ping, { ...quote, nsfw: true }]))) as Plan;
  const saved = { guildId, commandId: id, permissions: [overwrite as never] };
  const resume = { done: [], remaining: [], savedPermissions: [saved] };
  const applying = guild.apply(plan, { resume });
  Object.assign(plan.writes[0] ?? expect.unreachable(), { kind: "delete", command: { id } });
  saved.permissions = [];
  await applying;
  expect(service.list(guildId)).toMatchObject([ping, { ...quote, nsfw: true }]);
  expect(service.permissions.get(guildId)?.get(id)).toEqual([overwrite]);
});

test("permissions that could not be restored are restored by the next run", async () => {
  service.seed(guildId, [ping]);
  const id = service.idOf("ping", guildId);
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
