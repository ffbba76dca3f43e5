import {
  MyGuildResponseSchema,
  OAuth2GetAuthorizationResponseSchema,
  UserPIIResponseSchema,
} from "discord-api-spec/zod";
import { afterAll, describe, expect, it } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { getAccessToken, getUser, postForm } from "../../../setup/emulator/players.ts";
import { send } from "../../../setup/emulator/requests.ts";

const emulator = await startEmulator({
  world: { applications: [{ guilds: ["11", "12"] }, { guilds: ["12", "13"] }, {}], guilds: [] },
});
afterAll(() => emulator.close());
const { apiBase, application } = emulator;
const bot = `Bot ${application.botToken}`;
const unauthorized = { status: 401, body: { code: 0, message: "401: Unauthorized" } };

function read(path: string, authorization: string) {
  return send(apiBase + path, { headers: { authorization } });
}

async function applicationToken(scope = "identify"): Promise<unknown> {
  const { id: client_id, clientSecret: client_secret } = application;
  const form = { grant_type: "client_credentials", scope, client_id, client_secret };
  return (await postForm(emulator, "/oauth2/token", form)).body["access_token"];
}

describe("the current user", () => {
  it("requires a player's token with the identify scope", async () => {
    expect(await getUser(emulator, await getAccessToken(emulator, "identify"))).toMatchObject({
      status: 200,
      body: { id: emulator.players[0].id, username: "ada", global_name: "Ada" },
    });
    expect(await getUser(emulator, await getAccessToken(emulator, "openid"))).toMatchObject({
      status: 403,
      body: { code: 50_001 },
    });
  });

  it("is the application's owner if the token was issued for client credentials", async () => {
    expect(await getUser(emulator, await applicationToken("identify connections"))).toMatchObject({
      status: 200,
      body: { id: emulator.players[0].id, username: "ada" },
    });
    expect(await getUser(emulator, await applicationToken("connections"))).toMatchObject({
      status: 403,
      body: { code: 50_001 },
    });
  });
});

describe("a user", () => {
  it("is visible to bots if it is a player or an application's bot", async () => {
    const [ada] = emulator.players;
    expect(await read(`/users/${ada.id}`, bot)).toMatchObject({ status: 200, body: { username: "ada" } });
    expect(await read(`/users/${application.id}`, bot)).toMatchObject({ status: 200, body: { bot: true } });
    expect(await read("/users/5", bot)).toMatchObject({ status: 404, body: { code: 10_013 } });
    const token = await getAccessToken(emulator, "identify");
    expect(await read(`/users/${ada.id}`, `Bearer ${token}`)).toMatchObject(unauthorized);
  });

  it("includes the email address only with the email scope", async () => {
    const { body: displayed } = await getUser(emulator, await getAccessToken(emulator, "identify email"));
    expect(UserPIIResponseSchema.parse(displayed)).toMatchObject({
      email: "ada@example.com",
      verified: true,
    });
    const { body: hidden } = await getUser(emulator, await getAccessToken(emulator, "identify"));
    expect(UserPIIResponseSchema.parse(hidden)).not.toHaveProperty("email");
    expect(hidden).not.toHaveProperty("verified");
  });

  it("has the application's id and name if it is a bot", async () => {
    const { status, body } = await read("/users/@me", bot);
    expect(status).toBe(200);
    expect(UserPIIResponseSchema.parse(body)).toMatchObject({
      id: application.id,
      username: application.name,
      bot: true,
    });
  });
});

describe("the current user's guilds and connections", () => {
  it("include the world's guilds for a token with the guilds scope", async () => {
    const guilds = await read("/users/@me/guilds", `Bearer ${await getAccessToken(emulator, "guilds")}`);
    expect(guilds.body).toMatchObject([{ id: "11" }, { id: "12" }, { id: "13" }]);
    for (const guild of guilds.body as unknown as unknown[]) MyGuildResponseSchema.parse(guild);
    const own = await read("/users/@me/guilds", bot);
    expect(own.body).toMatchObject([{ id: "11" }, { id: "12" }]);
    const everywhere = await read("/users/@me/guilds", `Bot ${emulator.applications[2]?.botToken ?? ""}`);
    expect(everywhere.body).toEqual(guilds.body);
    const other = await read("/users/@me/guilds", `Bearer ${await getAccessToken(emulator, "identify")}`);
    expect(other).toMatchObject({ status: 403, body: { code: 50_001 } });
  });

  it("include no connected accounts", async () => {
    const token = await getAccessToken(emulator, "connections");
    expect(await read("/users/@me/connections", `Bearer ${token}`)).toMatchObject({ status: 200, body: [] });
    expect(await read("/users/@me/connections", bot)).toMatchObject(unauthorized);
  });
});

describe("the current authorization", () => {
  it("describes a player's token and includes the player only if a scope allows it", async () => {
    const about = async (scope: string) =>
      read("/oauth2/@me", `Bearer ${await getAccessToken(emulator, scope)}`);
    const { id, name, publicKey } = application;
    const named = await about("identify guilds");
    expect(named).toMatchObject({
      status: 200,
      body: {
        application: { id, name, verify_key: publicKey },
        scopes: ["identify", "guilds"],
        expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        user: { global_name: "Ada" },
      },
    });
    expect(OAuth2GetAuthorizationResponseSchema.parse(named.body)).toMatchObject({ application: { id } });
    expect((await about("openid")).body).not.toHaveProperty("user");
  });

  it("describes an application's own token, including the owner, and rejects a bot", async () => {
    const own = await read("/oauth2/@me", `Bearer ${String(await applicationToken())}`);
    expect(own.body).toMatchObject({ scopes: ["identify"] });
    expect(own.body).toMatchObject({ user: { global_name: "Ada" } });
    expect(await read("/oauth2/@me", `Bot ${application.botToken}`)).toMatchObject(unauthorized);
  });
});
