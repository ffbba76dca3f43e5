import { beforeEach, describe, expect, test } from "vitest";
import type { ApiCredential } from "../../../src/commands/index.ts";
import { FakeService } from "../../setup/commands/fake-service.ts";
import { connectTo, guildId, help, overwrite, ping, quote, withUser } from "../../setup/commands/samples.ts";

let service: FakeService;
beforeEach(() => void (service = new FakeService()));

const connect = (credential?: ApiCredential) => connectTo(service, credential);

test("restores commands and permissions from a snapshot", async () => {
  service.seed(guildId, [ping, { ...help, nsfw: true }]);
  service.permit("ping", [guildId], guildId);
  const guild = connect(withUser).guild(guildId);
  const snapshot = await guild.snapshot();
  await guild.sync([quote]);
  expect(service.permissions.get(guildId)?.size).toBe(0);
  await guild.restore(JSON.parse(JSON.stringify(snapshot)) as typeof snapshot);
  expect(service.list(guildId)).toMatchObject([ping, { ...help, nsfw: true }]);
  expect(service.permissions.get(guildId)?.get(service.idOf("ping", guildId))).toEqual([overwrite]);
  const before = service.requests.filter(({ method }) => method !== "GET").length;
  await guild.restore(await guild.snapshot());
  expect(service.requests.filter(({ method }) => method !== "GET")).toHaveLength(before);
});

test("ignores later changes to the snapshot", async () => {
  service.seed(guildId, [ping, help]);
  const guild = connect().guild(guildId);
  const taken = await guild.snapshot();
  for (const give of [guild.planRestore.bind(guild), guild.restore.bind(guild)]) {
    const snapshot = structuredClone(taken);
    const call = give(snapshot);
    (snapshot.commands as unknown[]).length = 0;
    Object.assign(snapshot, { format: 0 });
    await call;
  }
  expect(service.list(guildId)).toMatchObject([ping, help]);
  expect(service.writes).toEqual([]);
});

test("clears permissions added after the snapshot and skips deleted commands", async () => {
  service.seed(guildId, [ping, help]);
  service.seed("global", [quote]);
  const quoteId = service.idOf("Quote");
  service.permissions.set(guildId, new Map([[quoteId, [overwrite]]]));
  service.permissions.get(guildId)?.set(service.idOf("help", guildId), [overwrite]);
  const guild = connect(withUser).guild(guildId);
  const snapshot = await guild.snapshot();
  await connect().global.delete(quoteId);
  await guild.permissions.edit(service.idOf("help", guildId), []);
  await guild.permissions.edit(service.idOf("ping", guildId), [overwrite as never]);
  await guild.restore(snapshot);
  const now = service.permissions.get(guildId);
  expect(now?.get(service.idOf("ping", guildId))).toEqual([]);
  expect(now?.get(service.idOf("help", guildId))).toEqual([overwrite]);
  expect(now?.has(quoteId)).toBe(false);
});

test("restores global permissions only in the snapshot's guilds", async () => {
  service.seed("global", [ping, help]);
  service.seed("7", [quote]);
  const [pingId, helpId, quoteId] = [service.idOf("ping"), service.idOf("help"), service.idOf("Quote", "7")];
  for (const guild of ["7", "8", "9"]) {
    service.permissions.set(guild, new Map([pingId, quoteId].map((id) => [id, [overwrite]])));
  }
  const { global } = connect(withUser);
  const snapshot = await global.snapshot({ guildIds: ["7", 8n] });
  await global.sync([{ ...help, nsfw: true }]);
  service.permissions.get("7")?.set(helpId, [overwrite]);
  await global.restore(snapshot);
  const restored = ["7", "8", "9"].map((guild) => service.permissions.get(guild));
  expect(restored.map((all) => all?.get(service.idOf("ping")))).toEqual([
    [overwrite],
    [overwrite],
    undefined,
  ]);
  expect(restored.map((all) => all?.get(quoteId))).toEqual([[overwrite], [overwrite], [overwrite]]);
  expect(restored[0]?.get(helpId)).toEqual([]);
});

test("plans a restore without changing anything", async () => {
  service.seed("global", [ping]);
  const { global } = connect();
  const snapshot = await global.snapshot();
  await global.sync([help]);
  const plan = await global.planRestore(snapshot);
  expect([plan.creates, plan.deletes]).toMatchObject([[{ name: "ping" }], [{ name: "help" }]]);
  expect((await global.list()).map(({ name }) => name)).toEqual(["help"]);
  const { done } = await global.restore(snapshot);
  expect(done).toEqual(plan.writes);
});

test("rejects another scope's snapshot", async () => {
  const client = connect();
  const snapshot = await client.global.snapshot();
  const guild = client.guild(guildId);
  await expect(guild.restore(snapshot)).rejects.toMatchObject({ code: "invalid_snapshot" });
  await expect(guild.planRestore(snapshot)).rejects.toMatchObject({ code: "invalid_snapshot" });
  await expect(client.guild("7").restore(await guild.snapshot())).rejects.toMatchObject({
    code: "invalid_snapshot",
  });
});

describe("restore without a user's token", () => {
  const saved = (id: string) => [{ guildId, commandId: id, permissions: [overwrite] }];

  test("rejects a permission loss that is not allowed and lists the lost permissions", async () => {
    service.seed(guildId, [ping, help]);
    const id = service.permit("ping", [guildId], guildId);
    const guild = connect().guild(guildId);
    const snapshot = await guild.snapshot();
    await guild.sync([help]);
    service.requests.length = 0;
    const plan = await guild.planRestore(snapshot);
    expect(plan.warnings).toMatchObject([{ code: "permissions-lost", savedPermissions: saved(id) }]);
    expect(String(plan)).toContain(
      "permissions in the snapshot (1 overwrite in 1 guild) will not be restored",
    );
    await expect(guild.restore(snapshot)).rejects.toMatchObject({ code: "permission_loss" });
    expect(service.writes).toEqual([]);
    const report = await guild.restore(snapshot, { allowPermissionLoss: true });
    const made = service.idOf("ping", guildId);
    expect(made).not.toBe(id);
    expect(report.savedPermissions).toEqual(saved(made));
    const signedIn = connect(withUser).guild(guildId);
    await signedIn.apply(await signedIn.plan([ping, help]), { resume: report });
    expect(service.permissions.get(guildId)?.get(made)).toEqual([overwrite]);
  });

  test("succeeds if no permissions are lost, even if some were added since", async () => {
    service.seed(guildId, [ping, help]);
    const guild = connect().guild(guildId);
    const snapshot = await guild.snapshot();
    service.permissions.get(guildId)?.set(service.idOf("help", guildId), [overwrite]);
    await guild.edit(service.idOf("help", guildId), { description: "Changed" });
    const report = await guild.restore(snapshot);
    expect(report.savedPermissions).toEqual([]);
    expect(service.list(guildId)).toMatchObject([ping, help]);
  });

  test("rejects a rename that would lose the command's current permissions", async () => {
    service.seed(guildId, [ping]);
    const id = service.idOf("ping", guildId);
    const guild = connect().guild(guildId);
    const snapshot = await guild.snapshot();
    await guild.edit(id, { name: "pong" });
    service.permissions.set(guildId, new Map([[id, [overwrite]]]));
    await expect(guild.restore(snapshot)).rejects.toMatchObject({ code: "permission_loss" });
    const { savedPermissions } = await guild.restore(snapshot, { allowPermissionLoss: true });
    expect(savedPermissions).toEqual(saved(id));
  });
});

test("reports permissions that cannot be written after a restore", async () => {
  service.seed(guildId, [ping]);
  const id = service.permit("ping", [guildId], guildId);
  const guild = connect(withUser).guild(guildId);
  const snapshot = await guild.snapshot();
  service.permissions.get(guildId)?.clear();
  service.refusesPermissionsOf = guildId;
  await expect(guild.restore(snapshot)).rejects.toMatchObject({
    name: "ApplyError",
    code: "missing_permissions",
    report: { savedPermissions: [{ guildId, commandId: id, permissions: [overwrite] }] },
  });
  const { savedPermissions } = await guild.restore(snapshot, { allowPermissionLoss: true });
  expect(savedPermissions).toHaveLength(1);
});
