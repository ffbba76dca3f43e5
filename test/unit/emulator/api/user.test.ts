import { afterAll, describe, expect, it } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { getAccessToken, getUser, postForm } from "../../../setup/emulator/players.ts";
import { send } from "../../../setup/emulator/requests.ts";

const emulator = await startEmulator();
afterAll(() => emulator.close());
const { apiBase, application } = emulator;
const unauthorized = { status: 401, body: { code: 0, message: "401: Unauthorized" } };

function read(path: string, authorization: string) {
  return send(apiBase + path, { headers: { authorization } });
}

async function applicationToken(): Promise<unknown> {
  const { id: client_id, clientSecret: client_secret } = application;
  const form = { grant_type: "client_credentials", scope: "identify", client_id, client_secret };
  return (await postForm(emulator, "/oauth2/token", form)).body["access_token"];
}

describe("who one is", () => {
  it("needs a player's token with the scope identify", async () => {
    expect(await getUser(emulator, await getAccessToken(emulator, "identify"))).toMatchObject({
      status: 200,
      body: { id: emulator.players[0].id, username: "ada", global_name: "Ada" },
    });
    expect(await getUser(emulator, await getAccessToken(emulator, "openid"))).toMatchObject({
      status: 403,
      body: { code: 50_001 },
    });
    expect(await read("/users/@me", `Bot ${application.botToken}`)).toMatchObject(unauthorized);
    expect(await getUser(emulator, await applicationToken())).toMatchObject(unauthorized);
  });
});

describe("what a token is for", () => {
  it("is said of a player's token, with the player where it shows who", async () => {
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
    expect((await about("openid")).body).not.toHaveProperty("user");
  });

  it("is said of an application's own, and of no bot", async () => {
    const own = await read("/oauth2/@me", `Bearer ${String(await applicationToken())}`);
    expect(own.body).toMatchObject({ scopes: ["identify"] });
    expect(own.body).not.toHaveProperty("user");
    expect(await read("/oauth2/@me", `Bot ${application.botToken}`)).toMatchObject(unauthorized);
  });
});
