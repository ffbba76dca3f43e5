import { afterAll, describe, expect, it } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import type { Service } from "../../../setup/emulator/live-world.ts";
import { authorizeUrl, getTokens, getUser, postForm } from "../../../setup/emulator/players.ts";
import { sendJson } from "../../../setup/emulator/requests.ts";

const emulator = await startEmulator({ world: { applications: [{}, {}] }, deviceIntervalSeconds: 1 });
afterAll(() => emulator.close());
const client_id = emulator.application.id;
const external = { external_auth_type: "STEAM_SESSION_TICKET", external_auth_token: "ticket" };

describe("revocation", () => {
  it("revokes all of the player's tokens for the application and no others", async () => {
    const { body: first } = await getTokens(emulator);
    const { body: second } = await getTokens(emulator);
    const { body: other } = await getTokens(emulator, { player: "Grace" });
    const token = String(first["refresh_token"]);
    expect((await postForm(emulator, "/oauth2/token/revoke", { client_id, token })).status).toBe(200);
    for (const { access_token } of [first, second])
      expect((await getUser(emulator, access_token)).status).toBe(401);
    const refresh_token = String(second["refresh_token"]);
    const refresh = { grant_type: "refresh_token", client_id, refresh_token };
    expect((await postForm(emulator, "/oauth2/token", refresh)).status).toBe(400);
    expect((await getUser(emulator, other["access_token"])).status).toBe(200);
  });

  it("ignores another application's tokens", async () => {
    const { body } = await getTokens(emulator);
    const other = emulator.applications[1];
    const credentials = { client_id: other?.id ?? "", client_secret: other?.clientSecret ?? "" };
    for (const name of ["access_token", "refresh_token"])
      await postForm(emulator, "/oauth2/token/revoke", { ...credentials, token: String(body[name]) });
    expect((await getUser(emulator, body["access_token"])).status).toBe(200);
  });

  it("returns a JSON response, as clients expect", async () => {
    const answer = await postForm(emulator, "/oauth2/token/revoke", { client_id, token: "unknown" });
    expect(answer).toMatchObject({ status: 200, body: {} });
    expect(answer.headers.get("content-type")).toBe("application/json");
    const refused = await postForm(emulator, "/oauth2/token/revoke", { client_id });
    expect(refused).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  });
});

describe("a refresh", () => {
  const refresh = (service: Service, old: Readonly<Record<string, unknown>>) =>
    postForm(service, "/oauth2/token", {
      grant_type: "refresh_token",
      client_id: service.application.id,
      refresh_token: String(old["refresh_token"]),
    });
  const statusOf = async (tokens: Readonly<Record<string, unknown>>) =>
    (await getUser(emulator, tokens["access_token"])).status;

  it("revokes the previous access token immediately", async () => {
    const { body: first } = await getTokens(emulator);
    const { body: second } = await refresh(emulator, first);
    expect(await getUser(emulator, first["access_token"])).toMatchObject({
      status: 401,
      body: { message: "401: Unauthorized", code: 0 },
    });
    expect(await statusOf(second)).toBe(200);
    const { body: third } = await refresh(emulator, second);
    expect([await statusOf(second), await statusOf(third)]).toEqual([401, 200]);
  });

  it("revokes no tokens of other sign-ins, and no tokens at all if it is rejected", async () => {
    const { body: here } = await getTokens(emulator);
    const { body: elsewhere } = await getTokens(emulator);
    const { body: renewed } = await refresh(emulator, here);
    expect([await statusOf(elsewhere), await statusOf(renewed)]).toEqual([200, 200]);
    const other = { ...emulator, application: emulator.applications[1] ?? expect.unreachable() };
    expect((await refresh(other, elsewhere)).status).toBe(400);
    expect(await statusOf(elsewhere)).toBe(200);
  });

  it("revokes the previous access token even in an emulator with imported state", async () => {
    const { body: first } = await getTokens(emulator);
    await using next = await startEmulator({ state: emulator.exportState() });
    expect((await getUser(next, first["access_token"])).status).toBe(200);
    const { body: second } = await refresh(next, first);
    expect((await getUser(next, first["access_token"])).status).toBe(401);
    expect((await getUser(next, second["access_token"])).status).toBe(200);
  });
});

describe("an external identity", () => {
  const provisional = () =>
    sendJson(`${emulator.apiBase}/partner-sdk/token`, "POST", { client_id, ...external });

  it("is not linked if its type or token is missing", async () => {
    await getTokens(emulator, {}, { external_auth_type: external.external_auth_type });
    await getTokens(emulator, {}, { external_auth_token: external.external_auth_token });
    expect((await provisional()).status).toBe(200);
  });

  it("is linked to the player by a device code", async () => {
    const other = { ...external, external_auth_token: "another ticket" };
    const { body } = await postForm(emulator, "/oauth2/device/authorize", { client_id, scope: "openid" });
    await emulator.player().browser()(String(body["verification_uri_complete"]));
    const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
    const device_code = String(body["device_code"]);
    const form = { client_id, grant_type, device_code, ...other };
    expect((await postForm(emulator, "/oauth2/token", form)).status).toBe(200);
    const linked = await sendJson(`${emulator.apiBase}/partner-sdk/token`, "POST", { client_id, ...other });
    expect(linked.body).toMatchObject({ code: 530_010, user_id: emulator.players[0].id });
  });
});

it("sends JSON with exactly the content type application/json", async () => {
  const { headers } = await getTokens(emulator);
  expect(headers.get("content-type")).toBe("application/json");
  const refused = await postForm(emulator, "/oauth2/token", { client_id, grant_type: "password" });
  expect(refused.headers.get("content-type")).toBe("application/json");
  const keys = await fetch(`${emulator.apiBase}/oauth2/keys`);
  expect(keys.headers.get("content-type")).toBe("application/json");
});

it("omits the `iss` parameter from a page that posts the response", async () => {
  const url = authorizeUrl(emulator, { response_mode: "form_post", scope: "nonsense" });
  const page = await (await fetch(url, { redirect: "manual" })).text();
  expect(page).toContain('<input type="hidden" name="error" value="invalid_scope"/>');
  expect(page).not.toContain("iss");
});

it("rejects a device request with unknown scopes", async () => {
  const form = { client_id, scope: "identify nonsense" };
  const refused = await postForm(emulator, "/oauth2/device/authorize", form);
  expect(refused).toMatchObject({ status: 400, body: { error: "invalid_scope" } });
});

it("returns the polling interval only for an accepted device request", async () => {
  const { body } = await postForm(emulator, "/oauth2/device/authorize", { client_id, scope: "openid" });
  expect(body["interval"]).toBe(1);
  const unsupported = { client_id, scope: "openid", request: "x" };
  const refused = await postForm(emulator, "/oauth2/device/authorize", unsupported);
  expect(refused).toMatchObject({ status: 400, body: { error: "request_not_supported" } });
  expect(refused.body).not.toHaveProperty("interval");
});
