import { createPublicKey, type JsonWebKey, verify } from "node:crypto";
import { afterAll, describe, expect, it, beforeEach, test } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { World } from "../../../../src/emulator/state/world.ts";
import { callApi } from "../../../setup/emulator/api.ts";
import { getTokens, getUser, postForm } from "../../../setup/emulator/players.ts";
import { send, sendJson } from "../../../setup/emulator/requests.ts";

const emulator = await startEmulator({
  world: { applications: [{ id: "1" }, { publicClient: false, parentApplication: "1" }] },
});
afterAll(() => emulator.close());
const { apiBase, application, applications } = emulator;
const client_id = application.id;
const closed = applications[1] ?? expect.unreachable();

const post = (path: string, body: unknown) => sendJson(`${apiBase}/partner-sdk/${path}`, "POST", body);
const external = { external_auth_type: "STEAM_SESSION_TICKET", external_auth_token: "ticket" };
const unbelieved = { status: 401, body: { code: 0 } };

/** Checks the signature with the published key and returns the claims. */
async function verifyIdToken(idToken: unknown): Promise<unknown> {
  const [header = "", claims = "", signature = ""] = String(idToken).split(".");
  const { body } = await send(`${apiBase}/oauth2/keys`, {});
  const [jwk] = body["keys"] as JsonWebKey[];
  const key = createPublicKey({ key: jwk ?? {}, format: "jwk" });
  const signed = Buffer.from(`${header}.${claims}`);
  expect(verify("sha256", signed, key, Buffer.from(signature, "base64url"))).toBe(true);
  return JSON.parse(Buffer.from(claims, "base64url").toString());
}

describe("a provisional account", () => {
  const provisional = () => post("token", { client_id, ...external });
  const unmerge = () => post("provisional-accounts/unmerge", { client_id, ...external });

  it("is reused, rejected after it is merged (530010) and available again after it is unmerged", async () => {
    const first = await provisional();
    expect(first).toMatchObject({
      status: 200,
      body: { token_type: "Bearer", expires_in: 3600, scope: "openid sdk.social_layer" },
    });
    const user = await getUser(emulator, first.body["access_token"]);
    expect(await verifyIdToken(first.body["id_token"])).toMatchObject({
      sub: user.body["id"],
      aud: client_id,
      iss: emulator.webBase,
    });
    const again = await provisional();
    expect((await getUser(emulator, again.body["access_token"])).body["id"]).toBe(user.body["id"]);
    expect((await unmerge()).status).toBe(404);

    const { body: merged } = await getTokens(emulator, {}, external);
    const linked = { user_id: emulator.players[0].id, provider_type: "STEAM_SESSION_TICKET" };
    expect(await provisional()).toMatchObject({ status: 400, body: { code: 530_010, ...linked } });
    expect((await unmerge()).status).toBe(204);
    expect((await getUser(emulator, merged["access_token"])).status).toBe(401);
    expect((await provisional()).status).toBe(200);
  });

  it("requires an authenticated application", async () => {
    expect(await post("token", { ...external, client_id: "5" })).toMatchObject(unbelieved);
    expect(await post("token", { ...external, client_id, client_secret: "x" })).toMatchObject(unbelieved);
    expect(await post("token", { ...external, client_id: closed.id })).toMatchObject(unbelieved);
    const secret = { client_id: closed.id, client_secret: closed.clientSecret };
    expect(await post("token", { ...external, ...secret })).toMatchObject({ status: 200 });
  });
});

describe("a child token", () => {
  const child_application_id = closed.id;

  it("expires no later than its parent and is revoked with it", async () => {
    const { body: parent } = await getTokens(emulator);
    const parent_access_token = String(parent["access_token"]);
    const { status, body } = await post("child-token", { parent_access_token, child_application_id });
    expect([status, body["refresh_token"]]).toEqual([200, undefined]);
    expect(Number(body["expires_in"])).toBeLessThanOrEqual(604_800);
    expect((await getUser(emulator, body["access_token"])).status).toBe(200);
    await postForm(emulator, "/oauth2/token/revoke", { client_id, token: parent_access_token });
    expect((await getUser(emulator, body["access_token"])).status).toBe(401);
    expect(await post("child-token", { parent_access_token, child_application_id })).toMatchObject({
      status: 401,
    });
  });

  it("has its parent's remaining lifetime", async () => {
    await using later = await startEmulator({
      world: { applications: [{ id: "1" }, { parentApplication: "1" }] },
    });
    const [, child] = later.applications;
    const exchange = (parent: Readonly<Record<string, unknown>>) =>
      sendJson(`${later.apiBase}/partner-sdk/child-token`, "POST", {
        parent_access_token: parent["access_token"],
        child_application_id: child?.id,
      });
    const { body: parent } = await getTokens(later);
    const lifetime = Number(parent["expires_in"]);
    expect(lifetime).toBe(604_800);
    later.advance(`${lifetime - 600} s`);
    const { body } = await exchange(parent);
    // The remaining seconds, minus the duration of the requests.
    expect(body["expires_in"]).toBeGreaterThan(0);
    expect(body["expires_in"]).toBeLessThanOrEqual(600);
    expect((await getUser(later, body["access_token"])).status).toBe(200);
    later.advance(`${Number(body["expires_in"]) + 1} s`);
    expect((await getUser(later, body["access_token"])).status).toBe(401);
    expect((await exchange(parent)).status).toBe(401);
  });

  it("requires an application from the same publisher, and a player's token from the authenticated parent", async () => {
    const { body: parent } = await getTokens(emulator);
    const parent_access_token = String(parent["access_token"]);
    const unknown = await post("child-token", { parent_access_token, child_application_id: "5" });
    expect(unknown).toMatchObject({ status: 404, body: { code: 10_002 } });
    const other = await post("child-token", { parent_access_token, child_application_id: client_id });
    expect(other).toMatchObject({ status: 403, body: { code: 50_001 } });
    const lying = { parent_access_token, child_application_id, parent_client_secret: "x" };
    expect(await post("child-token", lying)).toMatchObject(unbelieved);
    const form = { grant_type: "client_credentials", client_secret: application.clientSecret };
    const { body: own } = await postForm(emulator, "/oauth2/token", {
      client_id,
      scope: "identify",
      ...form,
    });
    const itself = { parent_access_token: own["access_token"], child_application_id };
    expect(await post("child-token", itself)).toMatchObject(unbelieved);
  });
});

describe("the lobby members endpoint", () => {
  let world: World;
  beforeEach(() => {
    world = new World({
      world: {
        players: [
          { name: "Ada", id: "101" },
          { name: "Grace", id: "102" },
        ],
        applications: [{ lobbies: [{ id: "7", members: ["Ada"] }] }, { lobbies: [{ id: "8" }] }],
      },
    });
  });
  const update = (body: unknown, id = "7", caller = {}) =>
    callApi(world, "POST", `/lobbies/${id}/members/bulk`, body, caller);
  const members = () => world.lobby("7")?.lobby.members;

  test("adds, changes and removes members, and returns the added and changed members", async () => {
    expect(members()).toEqual([{ id: "101", metadata: null, flags: 0 }]);
    const grace = { id: "102", metadata: { team: "red" }, flags: 1, additional_name: "Sir Grace" };
    expect(await update([grace, { id: "101", remove_member: true }])).toEqual({ status: 200, body: [grace] });
    expect(members()).toEqual([grace]);
    await update([{ id: "102" }]);
    expect(members()).toEqual([grace]);
    await update([{ id: "102", metadata: null, flags: null, additional_name: null, remove_member: null }]);
    expect(members()).toEqual([{ id: "102", metadata: null, flags: 0 }]);
  });

  test("ignores a user who does not exist", async () => {
    expect(await update([{ id: "999" }, { id: "102" }])).toMatchObject({ body: [{ id: "102" }] });
    expect(members()).toHaveLength(2);
  });

  test("accepts no update and 1000 characters of metadata, including its keys", async () => {
    expect(await update(null)).toEqual({ status: 200, body: [] });
    expect(await update([{ id: "102", metadata: { a: "x".repeat(999) } }])).toMatchObject({ status: 200 });
    const errors = { 0: { metadata: { _errors: [{ code: "BASE_TYPE_MAX_LENGTH" }] } } };
    const long = update([{ id: "102", metadata: { a: "x".repeat(500), b: "x".repeat(500) } }]);
    await expect(long).rejects.toMatchObject({ status: 400, body: { code: 50_035, errors } });
  });

  test.each([
    ["a lobby that does not exist", "9", {}, 404, 10_031],
    ["another application's lobby", "8", {}, 403, 50_001],
    ["anything but a bot's token", "7", { bot: false }, 401, 0],
  ])("rejects %s", async (_, id, caller, status, code) => {
    await expect(update([], id, caller)).rejects.toMatchObject({ status, body: { code } });
  });
});
