import { inspect } from "node:util";
import { beforeEach, expect, test } from "vitest";
import type { ApplyError, ApiCredential, Plan } from "../../../../src/commands/index.ts";
import { FakeService } from "../../../setup/commands/fake-service.ts";
import {
  connectTo,
  entry,
  guildId,
  help,
  overwrite,
  ping,
  pong,
  quote,
  withUser,
} from "../../../setup/commands/samples.ts";

let service: FakeService;
beforeEach(() => void (service = new FakeService()));

const connect = (credential?: ApiCredential) => connectTo(service, credential);
const kinds = () => service.writes.map(({ method }) => method);

test("warns about permissions erased by a rename and restores them with a user token", async () => {
  service.seed(guildId, [ping]);
  const id = service.permit("ping", [guildId], guildId);
  const guild = connect(withUser).guild(guildId);
  const plan = await guild.plan([pong]);
  const saved = [{ guildId, commandId: id, permissions: [overwrite] }];
  expect(plan.warnings).toEqual([
    {
      code: "permissions-restored",
      message:
        'Renaming "ping" to "pong" erases its permissions (1 overwrite in 1 guild); they will be restored afterwards.',
      savedPermissions: saved,
    },
  ]);
  const progress: string[] = [];
  await guild.apply(plan, { onProgress: ({ kind }) => void progress.push(kind) });
  expect(progress).toEqual(["saved", "written", "restored"]);
  expect(service.permissions.get(guildId)?.get(id)).toEqual([overwrite]);
});

test("restores a renamed global command's permissions in every specified guild", async () => {
  service.seed("global", [ping, help]);
  const id = service.permit("ping", ["7", "8", "9"]);
  const { report } = await connect(withUser).global.sync([pong, quote], { guildIds: ["7", 8n] });
  expect(report.savedPermissions).toEqual([]);
  expect(kinds()).toEqual(["PUT"]);
  const restored = ["7", "8", "9"].map((guild) => service.permissions.get(guild)?.get(id));
  expect(restored).toEqual([[overwrite], [overwrite], undefined]);
});

test("without a user token, reports the lost permissions and applies the plan only with consent", async () => {
  service.seed(guildId, [ping]);
  const id = service.permit("ping", [guildId], guildId);
  const guild = connect().guild(guildId);
  const saved = [{ guildId, commandId: id, permissions: [overwrite] }];
  const plan = await guild.plan([pong]);
  expect(plan.warnings).toEqual([
    {
      code: "permissions-lost",
      message:
        'Renaming "ping" to "pong" would lose its permissions (1 overwrite in 1 guild), because the client has no userToken to restore them with.',
      savedPermissions: saved,
    },
  ]);
  const stored = JSON.parse(JSON.stringify(plan)) as Plan;
  for (const refused of [guild.apply(plan), guild.apply(stored), guild.sync([pong])]) {
    await expect(refused).rejects.toMatchObject({
      code: "permission_loss",
      hint: expect.stringContaining("allowPermissionLoss: true"),
    });
  }
  expect(service.writes).toEqual([]);
  const report = await guild.apply(plan, { allowPermissionLoss: true });
  expect(report.savedPermissions).toEqual(saved);
  expect(service.permissions.get(guildId)?.size).toBe(0);
  // With a user token, the lost permissions are restored from the report.
  const signedIn = connect(withUser).guild(guildId);
  const later = await signedIn.apply(await signedIn.plan([pong]), { resume: report });
  expect(later.savedPermissions).toEqual([]);
  expect(service.permissions.get(guildId)?.get(id)).toEqual([overwrite]);
});

test("does not warn about a rename without permissions", async () => {
  service.seed(guildId, [ping]);
  const { plan } = await connect().guild(guildId).sync([pong]);
  expect(plan.warnings).toEqual([]);
  expect(service.list(guildId)).toMatchObject([{ name: "pong" }]);
});

test("keeps a renamed global command's permissions in all of the bot's guilds", async () => {
  service.seed("global", [ping, help]);
  const id = service.permit("ping", ["7", "8"]);
  const { global } = connect(withUser);
  const plan = await global.plan([pong, help]);
  expect(plan.warnings.map(({ code }) => code)).toEqual([
    "permissions-restored",
    "permissions-unread",
    "clients-reload",
  ]);
  expect(plan.warnings[1]?.message).toContain("were read from the bot's guilds (2)");
  const report = await global.apply(plan);
  expect(report.savedPermissions).toEqual([]);
  expect(["7", "8"].map((guild) => service.permissions.get(guild)?.get(id))).toEqual([
    [overwrite],
    [overwrite],
  ]);
});

test("refuses to rename a global command if the guilds are neither known nor specified", async () => {
  service.seed("global", [ping]);
  const id = service.permit("ping", ["7"]);
  const userToken = async () => "user";
  const { global } = connect({ clientId: "100000000000000001", clientSecret: "secret", userToken });
  const plan = await global.plan([pong]);
  expect(plan.warnings.map(({ code }) => code)).toEqual(["permissions-unread", "clients-reload"]);
  await expect(global.apply(plan)).rejects.toMatchObject({ code: "permission_loss" });
  expect(service.writes).toEqual([]);
  const named = await global.plan([pong], { guildIds: ["7"] });
  expect(named.warnings.map(({ code }) => code)).toEqual([
    "permissions-restored",
    "permissions-unread",
    "clients-reload",
  ]);
  await global.apply(named);
  expect(service.permissions.get("7")?.get(id)).toEqual([overwrite]);
});

test("before erasing permissions, checks that the user can restore them", async () => {
  service.seed("global", [ping]);
  const id = service.permit("ping", ["7", "8"]);
  service.refusesPermissionsOf = "8";
  const { global } = connect(withUser);
  await expect(global.sync([pong])).rejects.toMatchObject({
    code: "permission_loss",
    message: expect.stringContaining("in guild 8"),
  });
  expect(service.writes).toEqual([]);
  // A failing guild does not stop the others; its lost permissions are in the report.
  const { report } = await global.sync([pong], { allowPermissionLoss: true });
  expect(report.savedPermissions).toEqual([{ guildId: "8", commandId: id, permissions: [overwrite] }]);
  expect(service.permissions.get("7")?.get(id)).toEqual([overwrite]);
});

test("names inaccessible guilds and rejects the call if one of them was specified", async () => {
  service.seed("global", [ping]);
  service.permissions.set("7", new Map());
  service.permissions.set("8", new Map());
  service.closed.add("8");
  const { global } = connect(withUser);
  const plan = await global.plan([pong]);
  expect(plan.warnings[0]?.message).toContain("bot's guilds (1)");
  expect(plan.warnings[0]?.message).toContain("cannot access guild 8");
  await expect(global.plan([pong], { guildIds: ["8"] })).rejects.toMatchObject({ code: "missing_access" });
});

test("throws an error with the report, but without the callback's error, if onProgress throws", async () => {
  service.seed(guildId, [ping]);
  service.permit("ping", [guildId], guildId);
  const guild = connect(withUser).guild(guildId);
  const onProgress = ({ kind }: { readonly kind: string }) => {
    if (kind === "written") throw new Error("the disk, and a secret");
  };
  const error: unknown = await guild.sync([pong], { onProgress }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({
    code: "progress_failed",
    report: { done: [{ kind: "edit" }], savedPermissions: [{ permissions: [overwrite] }] },
  });
  expect(inspect(error)).not.toContain("secret");
  await guild.sync([pong], { resume: (error as ApplyError).report });
  expect(service.permissions.get(guildId)?.get(service.idOf("pong", guildId))).toEqual([overwrite]);
});

test("applies a plan after a JSON round trip", async () => {
  service.seed("global", [ping, help]);
  const client = connect();
  for (const scope of [client.global, client.guild(guildId)]) {
    const plan = await scope.plan([{ ...ping, nsfw: true }, quote]);
    await scope.apply(JSON.parse(JSON.stringify(plan)) as Plan);
    expect((await scope.plan([{ ...ping, nsfw: true }, quote])).writes).toEqual([]);
  }
});

test("ignores later changes to the plan and to the report being resumed", async () => {
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

test("ignores a deleted command's pending permissions", async () => {
  service.seed(guildId, [ping]);
  const guild = connect(withUser).guild(guildId);
  const savedPermissions = [{ guildId, commandId: "5", permissions: [overwrite] as never }];
  const resume = { done: [], remaining: [], savedPermissions };
  const report = await guild.apply(await guild.plan([{ ...ping, nsfw: true }]), { resume });
  expect(report.savedPermissions).toEqual([]);
});

test("rejects an outdated plan with an error that includes a new one", async () => {
  service.seed("global", [ping]);
  const client = connect();
  const plan = await client.global.plan([{ ...ping, nsfw: true }]);
  await client.global.create(help);
  const writes = service.writes.length;
  const error: unknown = await client.global.apply(plan).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: "plan_outdated", plan: { deletes: [{ name: "help" }] } });
  expect(service.writes).toHaveLength(writes);
});

test("rejects a plan for another scope", async () => {
  const client = connect();
  const plan = await client.guild(guildId).plan([ping]);
  await expect(client.guild("7").apply(plan)).rejects.toMatchObject({ code: "wrong_scope" });
  await expect(client.global.apply(plan)).rejects.toMatchObject({ code: "wrong_scope" });
  expect(service.writes).toEqual([]);
});

test("stops between requests and reports the progress when aborted", async () => {
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
