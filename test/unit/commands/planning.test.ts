import { beforeEach, expect, test } from "vitest";
import { FakeService } from "../../setup/commands/fake-service.ts";
import { connectTo, entry, guildId, overwrite, ping, withUser } from "../../setup/commands/samples.ts";

let service: FakeService;
beforeEach(() => void (service = new FakeService()));

test("does not delete the entry point if the overwrite would lose permissions", async () => {
  service.seed("global", [entry, ping]);
  const id = service.permit("ping", [guildId]);
  const list = [{ ...ping, id, name: "pong" }];
  const allow = ["delete-entry-point"] as const;
  await expect(connectTo(service).global.overwrite(list, { allow })).rejects.toMatchObject({
    code: "permission_loss",
  });
  expect(service.writes).toEqual([]);
  await connectTo(service, withUser).global.overwrite(list, { allow });
  expect(service.writes.map(({ method }) => method)).toEqual(["DELETE", "PUT"]);
  expect(service.permissions.get(guildId)?.get(id)).toEqual([overwrite]);
});

test("sends an entry point back with the unknown fields that the service added", async () => {
  service.seed("global", [entry]);
  const stored = service.list("global").map((command) => ({ ...command, newer: 1 }));
  service.scopes.set("global", stored);
  await connectTo(service).global.overwrite([ping]);
  expect(service.writes.at(-1)?.body).toMatchObject([ping, { type: 4, newer: 1 }]);
});

test("sends no other request for an edit without a name or type", async () => {
  service.seed(guildId, [ping]);
  await connectTo(service).guild(guildId).edit(service.idOf("ping", guildId), { nsfw: true });
  expect(service.requests.map(({ method }) => method)).toEqual(["PATCH"]);
});

test("does not treat an edit as a rename if the name stays the same", async () => {
  service.seed(guildId, [ping]);
  const id = service.permit("ping", [guildId], guildId);
  await connectTo(service).guild(guildId).edit(id, { name: "ping", nsfw: true });
  expect(service.permissions.get(guildId)?.get(id)).toEqual([overwrite]);
});
