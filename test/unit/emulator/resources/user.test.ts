import { describe, expect, it } from "vitest";
import { World } from "../../../../src/emulator/state/world.ts";
import { callApi } from "../../../setup/emulator/api.ts";

const world = new World({ world: { applications: [{ name: "Reef" }] } });
const [application] = world.applications;
const player = world.players.first;

const read = async (path: string, caller: object = {}) =>
  (await callApi(world, "GET", path, undefined, caller)).body;
const as = (scopes: string) => ({ bot: false, player, scopes, expires: new Date(0) });
const unauthorized = { status: 401, body: { code: 0, message: "401: Unauthorized" } };

describe("the current user", () => {
  it("requires the identify scope and includes the email address only with the email scope", async () => {
    expect(await read("/users/@me", as("identify email"))).toMatchObject({
      id: player.id,
      global_name: "Ada",
      email: "ada@example.com",
      verified: true,
    });
    const hidden = await read("/users/@me", as("identify"));
    expect(hidden).toMatchObject({ username: "ada" });
    for (const name of ["email", "verified"]) expect(hidden).not.toHaveProperty(name);
    await expect(read("/users/@me", as("openid"))).rejects.toMatchObject({ body: { code: 50_001 } });
  });

  it("has the application's id and name if it is a bot", async () => {
    expect(await read("/users/@me")).toMatchObject({ id: application.id, username: "Reef", bot: true });
  });

  it("has no connected accounts and must be a player to list them", async () => {
    expect(await read("/users/@me/connections", as("connections"))).toEqual([]);
    await expect(read("/users/@me/connections")).rejects.toMatchObject(unauthorized);
  });
});

describe("a user", () => {
  it("is visible to bots if it is a player or an application's bot", async () => {
    expect(await read(`/users/${player.id}`)).toMatchObject({ username: "ada" });
    expect(await read(`/users/${application.id}`)).toMatchObject({ bot: true });
    await expect(read("/users/5")).rejects.toMatchObject({ status: 404, body: { code: 10_013 } });
    await expect(read(`/users/${player.id}`, as("identify"))).rejects.toMatchObject(unauthorized);
  });
});

describe("the current authorization", () => {
  it("describes a player's token and includes the player only if a scope allows it", async () => {
    expect(await read("/oauth2/@me", as("identify guilds"))).toMatchObject({
      application: { id: application.id, name: "Reef", verify_key: application.publicKey },
      scopes: ["identify", "guilds"],
      expires: "1970-01-01T00:00:00.000Z",
      user: { global_name: "Ada" },
    });
    expect(await read("/oauth2/@me", as("openid"))).not.toHaveProperty("user");
    await expect(read("/oauth2/@me")).rejects.toMatchObject(unauthorized);
  });
});
