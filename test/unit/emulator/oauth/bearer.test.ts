import { afterAll, describe, expect, it, test } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import {
  type Caller,
  findBearer,
  requirePermissionEditing,
  requireCommandManagement,
} from "../../../../src/emulator/oauth/bearer.ts";
import type { LiveWorld } from "../../../../src/emulator/oauth/live-world.ts";
import { EmulatorApplication } from "../../../../src/emulator/state/application.ts";
import { World } from "../../../../src/emulator/state/world.ts";
import { getTokens, getUser } from "../../../setup/emulator/players.ts";

const guildId = "7";
const application = new EmulatorApplication({ guilds: [guildId] });
const { id } = application;
const player = new World({}).players.first;

const bot: Caller = { application, scopes: "", bot: true };
const user: Caller = { application, player, scopes: "applications.commands.permissions.update", bot: false };
const itself: Caller = { ...user, isApplications: true, scopes: "applications.commands.update" };

const refusal = (status: number, code: number) =>
  expect.objectContaining({ status, body: expect.objectContaining({ code }) });

describe("requireCommandManagement", () => {
  it.each([
    ["a bot", bot],
    ["an application with its own token", itself],
  ])("accepts %s globally and in its guilds", (_who, caller) => {
    expect(() => requireCommandManagement(caller, id)).not.toThrow();
    expect(() => requireCommandManagement(caller, id, guildId)).not.toThrow();
    const everywhere = { ...caller, application: new EmulatorApplication() };
    expect(() => requireCommandManagement(everywhere, everywhere.application.id, "9")).not.toThrow();
  });

  it.each([
    ["a player", { ...user, scopes: itself.scopes }, id, undefined, 401, 50_026],
    ["an application without the scope", { ...itself, scopes: "identify" }, id, undefined, 401, 50_026],
    ["another application", bot, "5", undefined, 403, 20_012],
    ["an application that is not in the guild", bot, id, "9", 403, 50_001],
  ] as const)("rejects %s", (_who, caller, of, guild, status, code) => {
    expect(() => requireCommandManagement(caller, of, guild)).toThrow(refusal(status, code));
  });
});

describe("requirePermissionEditing", () => {
  it("accepts a player with the scope in the application's guilds", () => {
    expect(() => requirePermissionEditing(user, id, guildId)).not.toThrow();
    const everywhere = { ...user, application: new EmulatorApplication() };
    expect(() => requirePermissionEditing(everywhere, everywhere.application.id, "9")).not.toThrow();
  });

  it.each([
    ["a bot", bot, id, guildId, 403, 20_001],
    ["an application acting for itself", { ...itself, scopes: user.scopes }, id, guildId, 401, 50_026],
    ["a player without the scope", { ...user, scopes: "identify" }, id, guildId, 401, 50_026],
    ["a player of another application", user, "5", guildId, 403, 20_012],
    ["a player of an application that is not in the guild", user, id, "9", 403, 50_001],
  ] as const)("rejects %s", (_who, caller, of, guild, status, code) => {
    expect(() => requirePermissionEditing(caller, of, guild)).toThrow(refusal(status, code));
  });
});

describe("access tokens", () => {
  const emulator = startEmulator();
  afterAll(async () => (await emulator).close());

  it("are rejected by other emulators", async () => {
    const { body } = await getTokens(await emulator);
    await using other = await startEmulator();
    expect((await getUser(other, body["access_token"])).status).toBe(401);
    expect((await getUser(await emulator, body["access_token"])).status).toBe(200);
  });

  test.each([undefined, "Bearer", "Basic YTpi", "Bot unknown", "Bearer unknown"])(
    "are rejected with the header %j",
    async (authorization) => {
      const headers = authorization === undefined ? {} : { authorization };
      const response = await fetch(`${(await emulator).apiBase}/users/@me`, { headers });
      expect([response.status, await response.json()]).toEqual([
        401,
        { code: 0, message: "401: Unauthorized" },
      ]);
    },
  );

  it("are rejected if their application is deleted and allow nothing if they have no scopes", async () => {
    const world = new World({});
    const exp = 2_000_000_000;
    const holding = (clientId: string): LiveWorld["provider"] =>
      (async () => ({
        AccessToken: { find: async () => undefined },
        ClientCredentials: { find: async () => ({ clientId, exp }) },
      })) as unknown as LiveWorld["provider"];
    const live = { world, webBase: "" };
    expect(await findBearer({ ...live, provider: holding("5") }, "token")).toBeUndefined();
    const caller = await findBearer({ ...live, provider: holding(world.applications[0].id) }, "token");
    expect(caller).toMatchObject({
      scopes: "",
      bot: false,
      isApplications: true,
      player: world.players.first,
      expires: new Date(exp * 1000),
    });
  });
});
