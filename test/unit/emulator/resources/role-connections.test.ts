import { beforeEach, describe, expect, it, test } from "vitest";
import { World } from "../../../../src/emulator/state/world.ts";
import { askApi } from "../../../setup/emulator/api.ts";

const level = { type: 2, key: "level", name: "Level", description: "Has reached this level" };
let world: World;
beforeEach(() => {
  world = new World({ world: { applications: [{ id: "5" }, { id: "6" }] } });
});

describe("the metadata of an application", () => {
  const ask = (method: string, body?: unknown, id = "5", caller = {}) =>
    askApi(world, method, `/applications/${id}/role-connections/metadata`, body, caller);

  it("is replaced completely, without empty localizations", async () => {
    expect(await ask("GET")).toEqual({ status: 200, body: [] });
    const given = {
      ...level,
      name_localizations: { de: "Stufe", fr: null },
      description_localizations: null,
      more: 1,
    };
    const kept = { ...level, name_localizations: { de: "Stufe" } };
    expect(await ask("PUT", [given])).toEqual({ status: 200, body: [kept] });
    expect(await ask("GET")).toEqual({ status: 200, body: [kept] });
    const described = { ...level, description_localizations: { de: "Hat diese Stufe" } };
    expect(await ask("PUT", [described])).toEqual({ status: 200, body: [described] });
    expect(await ask("PUT", null)).toEqual({ status: 200, body: [] });
    expect(await ask("GET", undefined, "5")).toEqual({ status: 200, body: [] });
  });

  it.each<[string, unknown, object]>([
    ["no list", {}, { _errors: [{ code: "LIST_TYPE_CONVERT" }] }],
    [
      "6 records",
      Array.from({ length: 6 }, (_, index) => ({ ...level, key: `k${index}` })),
      { _errors: [{ code: "BASE_TYPE_MAX_LENGTH" }] },
    ],
    [
      "an unknown type",
      [{ ...level, type: 9 }],
      { 0: { type: { _errors: [{ code: "BASE_TYPE_CHOICES" }] } } },
    ],
    [
      "a wrong key",
      [{ ...level, key: "Level" }],
      { 0: { key: { _errors: [{ code: "STRING_TYPE_REGEX" }] } } },
    ],
    [
      "a long key",
      [{ ...level, key: "k".repeat(51) }],
      { 0: { key: { _errors: [{ code: "BASE_TYPE_BAD_LENGTH" }] } } },
    ],
    [
      "no description",
      [{ ...level, description: null }],
      { 0: { description: { _errors: [{ code: "BASE_TYPE_REQUIRED" }] } } },
    ],
    [
      "an unknown language",
      [{ ...level, name_localizations: { tlh: "x" } }],
      { 0: { name_localizations: { tlh: { _errors: [{ code: "BASE_TYPE_CHOICES" }] } } } },
    ],
    [
      "localizations that are none",
      [{ ...level, name_localizations: "x" }],
      { 0: { name_localizations: { _errors: [{ code: "MODEL_TYPE_CONVERT" }] } } },
    ],
    ["a key twice", [level, { ...level, type: 1 }], { 1: { key: { _errors: [{}] } } }],
  ])("is rejected with %s", async (_, body, errors) => {
    await expect(ask("PUT", body)).rejects.toMatchObject({ status: 400, body: { code: 50_035, errors } });
    expect((await ask("GET")).body).toEqual([]);
  });

  it("is only available to the application's bot", async () => {
    await expect(ask("GET", undefined, "6")).rejects.toMatchObject({ body: { code: 20_012 } });
    await expect(ask("GET", undefined, "5", { bot: false })).rejects.toMatchObject({ status: 401 });
  });
});

describe("the role connection of a player", () => {
  const ask = (method: string, body?: unknown, id = "5", caller = {}) => {
    const user = { bot: false, player: world.players.first, scopes: "role_connections.write", ...caller };
    return askApi(world, method, `/users/@me/applications/${id}/role-connection`, body, user);
  };

  it("is replaced completely", async () => {
    expect(await ask("GET")).toEqual({ status: 200, body: { platform_username: null, metadata: {} } });
    const connection = { platform_name: "Reef", platform_username: "ada", metadata: { level: "12" } };
    expect(await ask("PUT", connection)).toEqual({ status: 200, body: connection });
    expect(await ask("GET")).toEqual({ status: 200, body: connection });
    const [, grace] = world.players.all;
    expect(await ask("GET", undefined, "5", { player: grace })).toMatchObject({ body: { metadata: {} } });
    expect(await ask("PUT", { metadata: null })).toMatchObject({ body: { metadata: {} } });
    expect((await ask("GET")).body).not.toHaveProperty("platform_name");
  });

  it.each([
    [{ platform_name: "x".repeat(51) }, { platform_name: { _errors: [{ code: "BASE_TYPE_MAX_LENGTH" }] } }],
    [{ metadata: { level: 12 } }, { metadata: { level: { _errors: [{ code: "STRING_TYPE_CONVERT" }] } } }],
    [{ metadata: { level: "" } }, { metadata: { level: { _errors: [{ code: "BASE_TYPE_BAD_LENGTH" }] } } }],
  ])("is rejected with %j", async (body, errors) => {
    await expect(ask("PUT", body)).rejects.toMatchObject({ status: 400, body: { code: 50_035, errors } });
  });

  it.each([
    ["a token without the scope", "5", { scopes: "identify" }, 403, 50_001],
    ["another application's token", "6", {}, 403, 50_001],
    ["a bot", "5", { bot: true, player: undefined }, 401, 0],
  ])("is not available to %s", async (_, id, caller, status, code) => {
    for (const method of ["GET", "PUT"]) {
      await expect(ask(method, {}, id, caller)).rejects.toMatchObject({ status, body: { code } });
    }
  });
});

test("keeps the role connections of different applications separate", async () => {
  const path = (id: string) => `/users/@me/applications/${id}/role-connection`;
  const user = { bot: false, player: world.players.first, scopes: "role_connections.write" };
  await askApi(world, "PUT", path("5"), { platform_name: "Reef" }, user);
  const other = world.applications[1] ?? expect.unreachable();
  expect(await askApi(world, "GET", path("6"), undefined, { ...user, application: other })).toMatchObject({
    body: { metadata: {} },
  });
});
