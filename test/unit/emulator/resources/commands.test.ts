import { afterAll, describe, expect, it, test } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import type { EmulatorApplicationInit } from "../../../../src/emulator/state/application.ts";
import { World } from "../../../../src/emulator/state/world.ts";
import { askApi, callApi } from "../../../setup/emulator/api.ts";
import { send } from "../../../setup/emulator/requests.ts";

const guildId = "1234567890123456789";
const ping = { name: "ping", description: "Answers with pong" };

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Opens the API of a new application as its bot. Refusals are returned, not thrown. */
function openApi(init: EmulatorApplicationInit = {}) {
  const world = new World({ world: { applications: [{ id: "5", ...init }] } });
  return async (method: string, path: string, body?: unknown, headers = {}) =>
    (await askApi(world, method, `/applications/5${path}`, body, {}, { headers })) as Answer;
}

describe("commands", () => {
  it("keep their id when a POST with the same name and type overwrites them (201, then 200)", async () => {
    const call = openApi();
    const first = await call("POST", "/commands", ping);
    const again = await call("POST", "/commands", { ...ping, description: "Says pong" });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body["id"]).toBe(first.body["id"]);
    const user = await call("POST", "/commands", { type: 2, name: "ping" });
    expect(user.status).toBe(201);
  });

  it.each(["", `/guilds/${guildId}`])(
    "are created, read, edited and deleted under %j (201, 200, 200, 200, 204, 404)",
    async (scope) => {
      const call = openApi();
      const { status, body } = await call("POST", `${scope}/commands`, ping);
      const again = await call("POST", `${scope}/commands`, { ...ping, description: "Says pong" });
      const path = `${scope}/commands/${String(body["id"])}`;
      const got = await call("GET", path);
      const edited = await call("PATCH", path, { description: "Pongs" });
      const deleted = await call("DELETE", path);
      const removed = await call("GET", path);
      expect([status, again.status, got.status, edited.status, deleted.status, removed.status]).toEqual([
        201, 200, 200, 200, 204, 404,
      ]);
      expect(got.body).toEqual(again.body);
      expect(got.body).toMatchObject({ id: body["id"], description: "Says pong" });
      expect(edited.body).toMatchObject({ id: body["id"], name: "ping", description: "Pongs" });
      expect(deleted.body).toBeUndefined();
    },
  );

  it("have unique names per application, type and scope", async () => {
    const call = openApi();
    const create = async (scope: string, command: object, of = call) =>
      String((await of("POST", `${scope}/commands`, { ...ping, ...command })).body["id"]);
    const user = { type: 2, description: undefined };
    const guild = `/guilds/${guildId}`;
    const ids = [
      await create("", {}),
      await create("", user),
      await create(guild, {}),
      await create(guild, user),
    ];
    ids.push(await create("/guilds/7", {}), await create("", {}, openApi()));
    expect(new Set(ids).size).toBe(6);
    expect([await create("", {}), await create("", user), await create(guild, {})]).toEqual(ids.slice(0, 3));
    const twice = await call("PUT", `${guild}/commands`, [ping, ping]);
    expect(twice).toMatchObject({ status: 400, body: { code: 50_035 } });
  });

  it("store default permissions and contexts that the bot sets", async () => {
    const restricted = { ...ping, default_member_permissions: "0", contexts: [0] };
    const { status, body } = await openApi()("POST", "/commands", restricted);
    expect([status, body]).toEqual([201, expect.objectContaining(restricted)]);
  });

  it("are returned with the service's defaults", async () => {
    const call = openApi();
    const { body } = await call("POST", "/commands", ping);
    expect(body).toEqual({
      ...ping,
      id: expect.stringMatching(/^\d+$/),
      application_id: "5",
      version: expect.stringMatching(/^\d+$/),
      type: 1,
      name_localizations: null,
      description_localizations: null,
      default_member_permissions: null,
      nsfw: false,
      dm_permission: true,
      contexts: null,
      integration_types: [0, 1],
    });
    const inGuild = await call("POST", `/guilds/${guildId}/commands`, ping);
    expect(inGuild.body).toMatchObject({ guild_id: guildId });
    const path = `/guilds/${guildId}/commands/${String(inGuild.body["id"])}`;
    expect((await call("PATCH", path, { nsfw: true })).body).toEqual({
      ...inGuild.body,
      nsfw: true,
      version: expect.any(String),
    });
    expect(inGuild.body).not.toHaveProperty("contexts");
  });

  it("receive a new, higher version only if they change", async () => {
    const call = openApi();
    const option = { type: 3, name: "text", description: "What to say" };
    const { body } = await call("POST", "/commands", { ...ping, options: [option] });
    const reordered = { description: "What to say", name: "text", type: 3, name_localizations: {} };
    const same = await call("POST", "/commands", { options: [reordered], nsfw: false, ...ping });
    expect(same.body["version"]).toBe(body["version"]);
    const edited = await call("PATCH", `/commands/${String(body["id"])}`, { nsfw: true });
    expect(BigInt(String(edited.body["version"]))).toBeGreaterThan(BigInt(String(body["version"])));
  });

  it("keep their type and omitted fields when edited and cannot take an existing name", async () => {
    const call = openApi();
    const { body } = await call("POST", "/commands", {
      ...ping,
      name_localizations: { de: "pingen" },
    });
    await call("POST", "/commands", { ...ping, name: "pong" });
    const path = `/commands/${String(body["id"])}`;
    const edited = await call("PATCH", path, { description: "Says pong" });
    expect(edited.body).toMatchObject({ name_localizations: { de: "pingen" }, description: "Says pong" });
    const taken = await call("PATCH", path, { name: "pong" });
    expect(taken).toMatchObject({ status: 400, body: { code: 40_041 } });
    const retyped = await call("PATCH", path, { type: 2 });
    expect(retyped).toMatchObject({ status: 200, body: { type: 1, description: "Says pong" } });
  });

  it("keep their ids if an overwrite lists them by id or name and are deleted otherwise", async () => {
    const call = openApi();
    const one = await call("POST", "/commands", ping);
    const two = await call("POST", "/commands", { ...ping, name: "pong" });
    await call("POST", "/commands", { ...ping, name: "gone" });
    const items = [
      { ...ping, name: "renamed", id: one.body["id"] },
      { ...ping, name: "pong" },
    ];
    const { body } = await call("PUT", "/commands", items);
    expect(body).toMatchObject([
      { id: one.body["id"], name: "renamed" },
      { id: two.body["id"], name: "pong" },
    ]);
    expect((await call("GET", "/commands")).body).toHaveLength(2);
  });

  it.each(["", `/guilds/${guildId}`])(
    "of every type are replaced by an overwrite under %j, which counts only new commands as creates",
    async (scope) => {
      const call = openApi();
      const menus = [2, 3].map((type) => ({ type, name: "Menu" }));
      await call("PUT", `${scope}/commands`, [ping, ...menus]);
      const rest = Array.from({ length: 98 }, (_, index) => ({ ...ping, name: `c${index}` }));
      // 3 of the 200 creates allowed per day are used; 196 follow.
      await call("PUT", `${scope}/commands`, [ping, ...rest]);
      const { body } = await call("GET", `${scope}/commands`);
      expect((body as unknown as { type: number }[]).filter(({ type }) => type !== 1)).toEqual([]);
      await call(
        "PUT",
        `${scope}/commands`,
        rest.map(({ name }) => ({ ...ping, name: `d${name}` })),
      );
      expect((await call("POST", `${scope}/commands`, ping)).status).toBe(201);
      expect(await call("POST", `${scope}/commands`, { ...ping, name: "x" })).toMatchObject({
        status: 429,
        body: { code: 30_034 },
      });
    },
  );

  it("are not changed by a global overwrite that omits the entry point (50240)", async () => {
    const call = openApi({ activities: true });
    const refused = await call("PUT", "/commands", [ping]);
    expect(refused).toMatchObject({ status: 400, body: { code: 50_240 } });
    expect((await call("GET", "/commands")).body).toMatchObject([{ type: 4, handler: 2 }]);
  });

  it("include at most one entry point (30032), which must be global", async () => {
    const call = openApi({ activities: true });
    const play = { type: 4, name: "play", description: "Play together", handler: 1 };
    expect(await call("POST", "/commands", play)).toMatchObject({ body: { code: 30_032 } });
    expect(await call("POST", `/guilds/${guildId}/commands`, play)).toMatchObject({
      status: 400,
      body: { code: 50_035 },
    });
  });

  it.each([
    ["", 1, 100],
    ["", 2, 15],
    ["", 3, 15],
    [`/guilds/${guildId}`, 1, 100],
    [`/guilds/${guildId}`, 2, 15],
    [`/guilds/${guildId}`, 3, 15],
  ])("in scope %j with type %i are limited to %i, regardless of other types", async (scope, type, most) => {
    const call = openApi();
    const one = (index: number, of = type) => ({
      type: of,
      name: `c${index}`,
      ...(of === 1 && { description: "d" }),
    });
    const beside = [1, 2, 3].filter((other) => other !== type).map((other) => one(0, other));
    const all = Array.from({ length: most }, (_, index) => one(index));
    expect((await call("PUT", `${scope}/commands`, [...all.slice(1), ...beside])).status).toBe(200);
    expect((await call("POST", `${scope}/commands`, one(0))).status).toBe(201);
    expect(await call("POST", `${scope}/commands`, one(most))).toMatchObject({
      status: 400,
      body: { code: 30_032, message: expect.stringContaining(String(most)) as string },
    });
    expect(await call("PUT", `${scope}/commands`, [...all, one(most)])).toMatchObject({
      status: 400,
    });
    for (const other of beside) {
      const added = await call("POST", `${scope}/commands`, { ...other, name: "more" });
      expect(added.status).toBe(201);
    }
  });

  it("are limited to 100 slash commands per scope (30032) and 200 creates per day (429 with 30034)", async () => {
    const call = openApi();
    const names = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...ping, name: `c${from + index}` }));
    expect((await call("PUT", "/commands", names(0, 100))).status).toBe(200);
    expect(await call("POST", "/commands", ping)).toMatchObject({ body: { code: 30_032 } });
    expect((await call("PUT", "/commands", names(100, 100))).status).toBe(200);
    const spent = await call("PUT", "/commands", names(200, 1));
    expect(spent).toMatchObject({ status: 429, body: { code: 30_034, global: false } });
    // 1/200 of a day, minus the elapsed time.
    expect(spent.body["retry_after"]).toBeGreaterThan(400);
    expect(spent.body["retry_after"]).toBeLessThanOrEqual(432);
    expect(spent.headers).toMatchObject({ "x-ratelimit-scope": "shared" });
    expect((await call("GET", "/commands")).body).toHaveLength(100);
    expect((await call("POST", `/guilds/${guildId}/commands`, ping)).status).toBe(201);
  });

  it("in a guild, keep the global-only fields of a bulk overwrite, but not those of other requests", async () => {
    const call = openApi();
    const commands = `/guilds/${guildId}/commands`;
    const given = { dm_permission: false, integration_types: [0], contexts: [0] };
    const { body } = await call("PUT", commands, [
      { ...ping, ...given },
      { name: "bare", description: "Bare" },
    ]);
    expect(body).toMatchObject([given, { integration_types: [0], contexts: [0, 1, 2] }]);
    const [first] = body as unknown as [{ readonly id: string }];
    const edited = await call("PATCH", `${commands}/${first.id}`, {
      description: "Pongs",
      contexts: [1],
    });
    expect(edited.body).toMatchObject({ ...given, description: "Pongs" });
    const { body: created } = await call("POST", commands, { ...ping, ...given });
    for (const field of Object.keys(given)) expect(created).not.toHaveProperty(field);
  });

  it("are listed in one language unless all languages are requested", async () => {
    const call = openApi();
    const choice = { name: "Red", value: "red", name_localizations: { de: "Rot" } };
    const texts = { description_localizations: { "en-GB": "Colour it" } };
    const option = { type: 3, name: "color", description: "Color it", choices: [choice], ...texts };
    await call("POST", "/commands", {
      ...ping,
      options: [option],
      name_localizations: { de: "pingen" },
    });
    const all = await call("GET", "/commands?with_localizations=true");
    expect(all.body).toMatchObject([{ name_localizations: { de: "pingen" } }]);
    const german = await call("GET", "/commands", undefined, { "x-discord-locale": "de" });
    expect(german.body).toMatchObject([
      { name: "ping", name_localized: "pingen", options: [{ choices: [{ name_localized: "Rot" }] }] },
    ]);
    expect(JSON.stringify(german.body)).not.toContain("_localizations");
    const american = await call("GET", "/commands", undefined, {
      "accept-language": "en-US,en;q=0.9",
    });
    expect(american.body).toMatchObject([{ options: [{ description_localized: "Colour it" }] }]);
    expect(american.body).not.toMatchObject([{ name_localized: expect.anything() }]);
  });
});

test("without a language header, lists commands in the owner's language, or in English for a bot", async () => {
  const world = new World({
    world: {
      players: [
        { name: "Ada", locale: "de" },
        { name: "Grace", locale: "fr" },
      ],
    },
  });
  const path = `/applications/${world.applications[0].id}/commands`;
  const name_localizations = { de: "klingeln", fr: "sonner", "en-GB": "ring" };
  await callApi(world, "POST", path, { ...ping, name_localizations });
  const visibleTo = async (caller: object) => (await callApi(world, "GET", path, undefined, caller)).body;
  const itself = {
    bot: false,
    isApplications: true,
    player: world.players.first,
    scopes: "applications.commands.update",
  };
  expect(await visibleTo(itself)).toMatchObject([{ name_localized: "klingeln" }]);
  expect(await visibleTo({})).toMatchObject([{ name_localized: "ring" }]);
});

describe("errors", async () => {
  const emulator = await startEmulator({ world: { applications: [{ guilds: [guildId] }, {}] } });
  afterAll(() => emulator.close());
  const { apiBase, application } = emulator;

  it("report problems with the request before problems with its fields", async () => {
    const other = emulator.applications[1]?.botToken;
    const raw = (path: string, init: RequestInit) => send(`${apiBase}${path}`, init);
    const headers = { authorization: `Bot ${application.botToken}` };
    const json = { ...headers, "content-type": "application/json" };
    const commands = `/applications/${application.id}/commands`;
    expect(await raw(commands, {})).toMatchObject({
      status: 401,
      body: { code: 0, message: "401: Unauthorized" },
    });
    expect(await raw(commands, { headers: { authorization: `Bot ${other}` } })).toMatchObject({
      status: 403,
      body: { code: 20_012 },
    });
    expect(await raw(commands, { headers: json, method: "POST", body: "{" })).toMatchObject({
      status: 400,
      body: { code: 50_109 },
    });
    expect(await raw(commands, { headers, method: "POST", body: "{}" })).toMatchObject({
      body: { code: 50_035 },
    });
    expect(await raw("/applications/undefined/commands", { headers })).toMatchObject({
      body: { code: 50_035, errors: { application_id: { _errors: [{ code: "NUMBER_TYPE_COERCE" }] } } },
    });
    expect(await raw(`${commands}/5`, { headers })).toMatchObject({ status: 404, body: { code: 10_063 } });
    expect(await raw(`/applications/${application.id}/guilds/7/commands`, { headers })).toMatchObject({
      status: 403,
      body: { code: 50_001 },
    });
  });
});
