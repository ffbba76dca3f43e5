import { beforeEach, describe, expect, test } from "vitest";
import type { ApiCredential } from "../../../src/commands/index.ts";
import { FakeService } from "../../setup/commands/fake-service.ts";
import { connectTo, entry, guildId, help, overwrite, ping, withUser } from "../../setup/commands/samples.ts";

let service: FakeService;
beforeEach(() => void (service = new FakeService()));

const connect = (credential?: ApiCredential) => connectTo(service, credential);
const names = (scope = "global") => service.list(scope).map(({ name }) => name);
const sent = () => service.writes.map(({ method, path }) => `${method} ${path}`);

describe("an overwrite", () => {
  test("of a guild is one request", async () => {
    await connect().guild(guildId).overwrite([ping, help]);
    expect(service.requests.map(({ method }) => method)).toEqual(["PUT"]);
    expect(names(guildId)).toEqual(["ping", "help"]);
  });

  test("carries the entry point that lives, as it lives", async () => {
    service.seed("global", [entry, help]);
    await connect().global.overwrite([ping]);
    expect(names()).toEqual(["ping", "launch"]);
    expect(service.writes.at(-1)?.body).toMatchObject([
      ping,
      { id: service.idOf("launch"), type: 4, handler: 1 },
    ]);
  });

  test("gives the entry point of the list the id of the one that lives", async () => {
    service.seed("global", [entry]);
    const id = service.idOf("launch");
    await connect().global.overwrite([{ ...entry, name: "play" }, ping]);
    expect(service.idOf("play")).toBe(id);
    await connect().global.overwrite([{ ...entry, id, name: "start" }]);
    expect(service.idOf("start")).toBe(id);
  });

  test("deletes the entry point by itself, where that is allowed", async () => {
    service.seed("global", [entry]);
    const id = service.idOf("launch");
    const allow = ["delete-entry-point"] as const;
    await connect().global.overwrite([{ ...entry, name: "play" }], { allow });
    expect(sent()).toEqual(["PUT /commands"]);
    await connect().global.overwrite([ping], { allow });
    expect(sent().slice(1)).toEqual([`DELETE /commands/${id}`, "PUT /commands"]);
    expect(names()).toEqual(["ping"]);
  });

  test("with nothing is refused before anything is sent, unless it is meant", async () => {
    const { global } = connect();
    await expect(global.overwrite([])).rejects.toMatchObject({ code: "would_empty_scope" });
    expect(service.requests).toEqual([]);
    service.seed("global", [ping]);
    expect(await global.overwrite([], { allow: ["empty-scope"] })).toEqual([]);
  });
});

test("one command is created, read, edited and deleted by its id", async () => {
  const guild = connect().guild(guildId);
  const { id } = await guild.create(ping);
  expect(await guild.get(id)).toMatchObject(ping);
  expect(await guild.edit(BigInt(id), { description: "Better" })).toMatchObject({
    id,
    description: "Better",
  });
  await guild.delete(id);
  await expect(guild.get(id)).rejects.toMatchObject({ code: "unknown_command" });
});

test("a language is asked for in both headers", async () => {
  const seen: RequestInit[] = [];
  const fetch: typeof service.fetch = (url, init) => {
    seen.push(init);
    return service.fetch(url, init);
  };
  await connectTo({ fetch }).global.list({ locale: "de" });
  const headers = new Headers(seen[0]?.headers);
  expect([headers.get("accept-language"), headers.get("x-discord-locale")]).toEqual(["de", "de"]);
});

test("a global snapshot has the permissions of its own commands in the guilds that are named, or else of the bot", async () => {
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

test("a guild's plan warns of a command that doubles a global one of its name and type, and no other does", async () => {
  service.seed("global", [ping, { ...help, type: 2, description: "" }]);
  const guild = connect().guild(guildId);
  const { warnings } = await guild.plan([ping, help]);
  expect(warnings).toEqual([
    { code: "doubles-global", message: expect.stringMatching(/^"ping" is a global/) },
  ]);
  expect((await connect().global.plan([ping])).warnings.map(({ code }) => code)).not.toContain(
    "doubles-global",
  );
  const before = service.requests.length;
  await guild.sync([ping]);
  expect(service.requests.slice(before).map(({ path }) => path)).not.toContain("/commands");
});
