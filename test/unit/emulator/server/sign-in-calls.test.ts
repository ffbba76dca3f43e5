import { afterAll, describe, expect, it } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { withoutSecrets } from "../../../../src/emulator/server/sign-in-calls.ts";
import { authorize, getTokens, getUser, postForm } from "../../../setup/emulator/players.ts";
import { send, sendJson } from "../../../setup/emulator/requests.ts";
import { until } from "../../../setup/until.ts";

const emulator = await startEmulator({ world: { applications: [{ id: "1" }, { parentApplication: "1" }] } });
afterAll(() => emulator.close());
const { apiBase, application } = emulator;
const { exchanges } = application;

/** Returns the exchanges of `work`, once `count` of them are recorded. */
async function kept(work: () => Promise<unknown>, count = 1) {
  const before = exchanges.all.length;
  await work();
  return await until(() => exchanges.all.length === before + count && exchanges.all.slice(before));
}

describe("the requests of a sign-in", () => {
  it("are recorded for their application, without codes, tokens and secrets", async () => {
    let token: unknown;
    const [exchange, user] = await kept(async () => {
      const { body } = await getTokens(emulator);
      token = body["access_token"];
      await getUser(emulator, token);
    }, 2);
    expect(exchange).toMatchObject({
      from: "application",
      url: "/api/v10/oauth2/token",
      request: {
        body: expect.stringMatching(/^grant_type: authorization_code\n(?:.+\n)*code: \[hidden\]$/m),
      },
      answer: { status: 200, body: expect.stringContaining('"access_token":"[hidden]"') },
    });
    expect(user).toMatchObject({
      url: "/api/v10/users/@me",
      request: { headers: { authorization: "Bearer [hidden]" } },
      answer: { status: 200, body: expect.stringContaining('"global_name":"Ada"') },
    });
    expect(JSON.stringify([exchange, user])).not.toContain(String(token));
  });

  it("are recorded if rejected, by the id in the form or in HTTP Basic authentication", async () => {
    const authorization = `Basic ${Buffer.from(`${application.id}:wrong`).toString("base64")}`;
    const form = { method: "POST", headers: { authorization }, body: new URLSearchParams({ code: "c0de" }) };
    const [basic] = await kept(() => send(`${apiBase}/oauth2/token`, form));
    expect(basic).toMatchObject({ request: { body: "code: [hidden]" }, answer: { status: 401 } });
    const revocation = { client_id: application.id, token: "t0ken", token_type_hint: "access_token" };
    const [revoked] = await kept(() => postForm(emulator, "/oauth2/token/revoke", revocation));
    expect(revoked?.request.body).toBe(
      `client_id: ${application.id}\ntoken: [hidden]\ntoken_type_hint: access_token`,
    );
  });

  it("are recorded for the parent if they request a child token", async () => {
    const { body } = await getTokens(emulator);
    const [, child] = emulator.applications;
    const asked = { parent_access_token: body["access_token"], child_application_id: child?.id };
    const calls = await kept(() => sendJson(`${apiBase}/partner-sdk/child-token`, "POST", asked), 1);
    expect(calls.at(-1)?.request.body).toBe(JSON.stringify({ ...asked, parent_access_token: "[hidden]" }));
  });

  it("are not recorded if the application is unknown", async () => {
    const before = exchanges.all.length;
    await send(`${apiBase}/users/@me`, { headers: { authorization: "Bearer unknown" } });
    await send(`${apiBase}/partner-sdk/child-token`, { method: "POST", body: "{" });
    await kept(() => getTokens(emulator));
    expect(exchanges.all).toHaveLength(before + 1);
  });
});

describe("withoutSecrets", () => {
  const part = (body: string, type: string) => ({ headers: { "content-type": type }, body, bytes: 1 });

  it("hides a truncated body", () => {
    const { body } = withoutSecrets(part('{"access_token":"s3cret', "application/json"));
    expect(body).toBe('{"body":"[hidden]"}');
  });

  it("keeps a list and a page unchanged", () => {
    for (const whole of [part('[{"id":"1"}]', "application/json"), part("<p>code=1", "text/html")])
      expect(withoutSecrets(whole)).toBe(whole);
  });
});

it("records the consents of players, oldest first", async () => {
  const asked = { parameters: { scope: "identify guilds" } };
  await authorize(emulator, { player: "Grace", ...asked });
  await authorize(emulator, { player: "Barbara", answer: "deny", ...asked });
  expect(application.consents.slice(-2)).toEqual([
    { player: "Grace", scopes: "identify guilds", isGranted: true, at: expect.any(Number) },
    { player: "Barbara", scopes: "identify guilds", isGranted: false, at: expect.any(Number) },
  ]);
});
