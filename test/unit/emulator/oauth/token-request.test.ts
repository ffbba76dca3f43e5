import { afterAll, expect, it } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { getTokens, postForm } from "../../../setup/emulator/players.ts";
import { sendJson } from "../../../setup/emulator/requests.ts";

const emulator = await startEmulator({ world: { applications: [{}, { publicClient: false }] } });
afterAll(() => emulator.close());
const [open, closed] = emulator.applications;

it("accepts only forms", async () => {
  const answer = await sendJson(`${emulator.apiBase}/oauth2/token`, "POST", { grant_type: "refresh_token" });
  expect(answer).toMatchObject({ status: 400, body: { error: "invalid_request" } });
});

it("requires the secret unless the application is public, and always rejects a wrong secret", async () => {
  const unbelieved = { status: 401, body: { error: "invalid_client" } };
  const wrong = await getTokens(emulator, {}, { client_secret: "wrong" });
  expect(wrong).toMatchObject(unbelieved);
  expect(wrong.headers.get("www-authenticate")).toMatch(/^Basic/);
  const clientId = closed?.id ?? "";
  expect(await getTokens(emulator, { clientId })).toMatchObject(unbelieved);
  const secretOf = (application: typeof open) => ({ client_secret: application?.clientSecret ?? "" });
  expect(await getTokens(emulator, { clientId }, secretOf(closed))).toMatchObject({ status: 200 });
  expect(await getTokens(emulator, {}, secretOf(open))).toMatchObject({ status: 200 });
});

it("returns an application's own token for its secret, with known scopes", async () => {
  const { id, clientSecret } = emulator.application;
  const basic = { authorization: `Basic ${Buffer.from(`${id}:${clientSecret}`).toString("base64")}` };
  const form = { grant_type: "client_credentials", scope: "applications.commands.update" };
  const { status, body } = await postForm(emulator, "/oauth2/token", form, basic);
  expect([status, body["scope"], body["refresh_token"]]).toEqual([200, form.scope, undefined]);
  const unknown = { ...form, scope: "nonsense" };
  expect(await postForm(emulator, "/oauth2/token", unknown, basic)).toMatchObject({
    status: 400,
    body: { error: "invalid_scope" },
  });
  const secretless = { ...form, client_id: id };
  expect(await postForm(emulator, "/oauth2/token", secretless)).toMatchObject({ status: 401 });
});

it("asks a device that polls too often to slow down", async () => {
  const client_id = emulator.application.id;
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
  const form = { client_id, scope: "openid" };
  const { body } = await postForm(emulator, "/oauth2/device/authorize", form);
  const poll = { client_id, grant_type, device_code: String(body["device_code"]) };
  expect(await postForm(emulator, "/oauth2/token", poll)).toMatchObject({
    status: 400,
    body: { error: "authorization_pending" },
  });
  expect(await postForm(emulator, "/oauth2/token", poll)).toMatchObject({
    status: 400,
    body: { error: "slow_down" },
  });
});

it("rejects an unknown code with `invalid_grant`, with or without a redirect URI", async () => {
  const form = { grant_type: "authorization_code", client_id: emulator.application.id, code: "none" };
  for (const redirect of [{}, { redirect_uri: "http://127.0.0.1/callback" }])
    expect(
      await postForm(emulator, "/oauth2/token", { ...form, ...redirect, code_verifier: "v".repeat(43) }),
    ).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
});
