import { expect, test } from "vitest";
import { entryPoint, findEntryPoint, registerEntryPoint } from "../../../../src/interactions/index.ts";
import { FakeService } from "../../../setup/commands/fake-service.ts";
import { connectTo, entry, guildId, overwrite, ping, withUser } from "../../../setup/commands/samples.ts";

const play = entryPoint({ name: "play", description: "Plays", handler: 1 });

test("replaces the existing entry point and keeps its id but not its localizations", async () => {
  const service = new FakeService();
  const texts = { name_localizations: { de: "starten" }, default_member_permissions: "0", nsfw: true };
  service.seed("global", [ping, { ...entry, handler: 2, ...texts, contexts: [0] }]);
  const { global } = connectTo(service);
  const before = await findEntryPoint(global);
  expect(before).toMatchObject({ name: "launch", handler: 2, ...texts });
  expect(await registerEntryPoint(global, play)).toMatchObject({
    id: before?.id,
    name: "play",
    handler: 1,
    contexts: [0],
    name_localizations: null,
    default_member_permissions: null,
    nsfw: false,
  });
  expect(service.writes.map(({ method }) => method)).toEqual(["PATCH"]);
});

test("creates a missing entry point", async () => {
  const service = new FakeService();
  const { global } = connectTo(service);
  expect(await findEntryPoint(global)).toBeUndefined();
  expect(await registerEntryPoint(global, play)).toMatchObject({ type: 4, name: "play" });
  expect(service.writes.map(({ method }) => method)).toEqual(["POST"]);
});

test("rejects if the signal is aborted", async () => {
  const { global } = connectTo(new FakeService());
  const signal = AbortSignal.abort();
  await expect(findEntryPoint(global, { signal })).rejects.toMatchObject({ code: "aborted" });
  await expect(registerEntryPoint(global, play, { signal })).rejects.toMatchObject({ code: "aborted" });
});

test("rejects a loss of permissions unless a user token can restore them or the loss is allowed", async () => {
  const service = new FakeService();
  service.seed("global", [entry]);
  const id = service.permit("launch", [guildId]);
  const refused = registerEntryPoint(connectTo(service).global, play);
  await expect(refused).rejects.toMatchObject({ code: "permission_loss" });
  await registerEntryPoint(connectTo(service, withUser).global, play, { guildIds: [guildId] });
  expect(service.permissions.get(guildId)?.get(id)).toEqual([overwrite]);
  await registerEntryPoint(connectTo(service).global, entryPoint({ name: "start", handler: 2 }), {
    allowPermissionLoss: true,
  });
  expect(service.permissions.get(guildId)?.get(id)).toBeUndefined();
});
