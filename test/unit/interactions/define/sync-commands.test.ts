import { expect, test } from "vitest";
import { createInteractionHandler, defineCommand, entryPoint } from "../../../../src/interactions/index.ts";
import { FakeService } from "../../../setup/commands/fake-service.ts";
import { connectTo, entry, ping } from "../../../setup/commands/samples.ts";
import { publicKey } from "../../../setup/interactions/service.ts";

const apiBase = "https://discord.com/api/v10";
const guildId = "100000000000000009";
const find = defineCommand({ name: "find", description: "Finds a match", handle: () => undefined });
const play = entryPoint({ name: "play", description: "Plays", handler: 1 });
const handlerOf = (...commands: readonly (typeof find | typeof play)[]) =>
  createInteractionHandler({ publicKey, commands });

test("replaces the registered commands but keeps the service's entry point", async () => {
  const service = new FakeService();
  service.seed("global", [ping, { ...entry, handler: 2 }]);
  const client = connectTo(service);
  const { report } = await handlerOf(find).sync(client);
  expect(report).toBeDefined();
  const names = (await client.global.list()).map(({ name }) => name);
  expect(names.toSorted()).toEqual(["find", "launch"]);
  const written = service.writes.length;
  expect(written).toBeGreaterThan(0);
  await handlerOf(find).sync(client);
  expect(service.writes).toHaveLength(written);
});

test("keeps an existing entry point's id", async () => {
  const service = new FakeService();
  service.seed("global", [{ ...entry, handler: 2 }]);
  const client = connectTo(service);
  const [before] = await client.global.list();
  await handlerOf(play).sync(client);
  expect(await client.global.list()).toMatchObject([{ id: before?.id, name: "play", handler: 1 }]);
});

test("registers a guild's commands without the entry point because it is global", async () => {
  const service = new FakeService();
  const client = connectTo(service);
  await handlerOf(find, play).sync(client, { guildId });
  expect(await client.guild(guildId).list()).toMatchObject([{ name: "find" }]);
  expect(await client.global.list()).toEqual([]);
});

test.each<[unknown, unknown, string]>([
  [undefined, {}, "client is missing"],
  [{}, {}, "client is not an object with the methods guild"],
  [{ guild: () => undefined }, {}, "client.apiBase is missing"],
  [{ apiBase, guild: () => undefined }, {}, "client.global is missing"],
  [{ apiBase, guild: () => undefined }, { guildId }, "client.guild() is missing"],
  [connectTo(new FakeService()), { guild: 1 }, "options.guild does not exist. Did you mean options.guildId?"],
  [connectTo(new FakeService()), { guildId: 5 }, "options.guildId"],
  [connectTo(new FakeService()), { signal: {} }, "options.signal is an object"],
])("rejects the client %j with the options %j", async (client, options, message) => {
  await expect(handlerOf(find).sync(client as never, options as never)).rejects.toMatchObject({
    type: 6,
    message: expect.stringContaining(message),
  });
});

test("rejects a client for another service and registers no commands", async () => {
  const service = new FakeService();
  const here = createInteractionHandler({
    publicKey,
    commands: [find],
    apiBase: "http://127.0.0.1:1/api/v10",
  });
  await expect(here.sync(connectTo(service))).rejects.toMatchObject({
    type: 6,
    code: "other_service",
    message:
      "The client registers commands at https://discord.com/api/v10, but the handler answers at http://127.0.0.1:1/api/v10.",
    hint: "Pass the same apiBase to createInteractionHandler and the client.",
  });
  expect(service.writes).toEqual([]);
});

test("accepts a client for another API version", async () => {
  const service = new FakeService();
  const handler = createInteractionHandler({ publicKey, commands: [find], apiVersion: 11 });
  await handler.sync(connectTo(service));
  expect(service.writes).toHaveLength(1);
});

test("rejects if the signal is aborted", async () => {
  const options = { signal: AbortSignal.abort() };
  await expect(handlerOf(find).sync(connectTo(new FakeService()), options)).rejects.toMatchObject({
    code: "aborted",
  });
});
