import { afterAll, describe, expect, it } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { startGame } from "../../../setup/emulator/game.ts";
import { authorize, getTokens, getUser, postForm } from "../../../setup/emulator/players.ts";
import { call, send, sendJson } from "../../../setup/emulator/requests.ts";

const emulator = await startEmulator({
  accessTokenSeconds: 900,
  deviceIntervalSeconds: 60,
  rateLimits: [{ method: "GET", path: /\/commands$/, requests: 1, seconds: 3600 }],
});
afterAll(() => emulator.close());
const client_id = emulator.application.id;
const refreshed = (refresh_token: unknown) =>
  postForm(emulator, "/oauth2/token", {
    client_id,
    grant_type: "refresh_token",
    refresh_token: String(refresh_token),
  });
const claimsOf = (token: unknown) =>
  JSON.parse(Buffer.from(String(token).split(".")[1] ?? "", "base64url").toString()) as Record<
    string,
    number
  >;

describe("Emulator.advance", () => {
  it("expires access tokens when they are due and refresh tokens after a year", async () => {
    const { body } = await getTokens(emulator);
    emulator.advance("14m");
    expect(await getUser(emulator, body["access_token"])).toMatchObject({ status: 200 });
    emulator.advance("1m");
    expect(await getUser(emulator, body["access_token"])).toMatchObject({ status: 401 });
    const renewed = await refreshed(body["refresh_token"]);
    expect(await getUser(emulator, renewed.body["access_token"])).toMatchObject({ status: 200 });
    emulator.advance("365d");
    expect(await refreshed(renewed.body["refresh_token"])).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
  });

  it("keeps a grant when the sign-in page's session expires", async () => {
    const { body } = await getTokens(emulator);
    emulator.advance("2d");
    const renewed = await refreshed(body["refresh_token"]);
    expect(await getUser(emulator, renewed.body["access_token"])).toMatchObject({ status: 200 });
  });

  it("affects the times in tokens, headers and responses", async () => {
    const before = Date.now();
    emulator.advance("2d");
    const { body, headers } = await getTokens(emulator, { parameters: { scope: "openid identify" } });
    const moved = before + 2 * 86_400_000;
    expect(Date.parse(headers.get("date") ?? "")).toBeGreaterThan(moved - 1_000);
    const { iat = 0, exp } = claimsOf(body["id_token"]);
    expect(iat * 1000).toBeGreaterThan(moved - 2_000);
    expect(exp).toBe(iat + 3600);
    const { body: self } = await send(`${emulator.apiBase}/oauth2/@me`, {
      headers: { authorization: `Bearer ${String(body["access_token"])}` },
    });
    expect(Date.parse(String(self["expires"]))).toBeGreaterThan(moved + 890_000);
  });

  it("affects the ID tokens of provisional accounts", async () => {
    const form = { client_id, external_auth_type: "STEAM_SESSION_TICKET", external_auth_token: "ticket" };
    const { body } = await sendJson(`${emulator.apiBase}/partner-sdk/token`, "POST", form);
    const { iat = 0, exp } = claimsOf(body["id_token"]);
    expect(iat * 1000).toBeGreaterThan(Date.now() + 86_400_000);
    expect(Number(exp) - iat).toBeGreaterThanOrEqual(3599);
    expect(Number(exp) - iat).toBeLessThanOrEqual(3601);
  });

  it("expires codes after a minute", async () => {
    const { redirect_uri, answer } = await authorize(emulator);
    emulator.advance("1m");
    const form = { client_id, redirect_uri, grant_type: "authorization_code", code: answer["code"] ?? "" };
    expect(await postForm(emulator, "/oauth2/token", form)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
  });

  it("lets a device poll again and expires its code after 5 minutes", async () => {
    const { body } = await postForm(emulator, "/oauth2/device/authorize", { client_id, scope: "openid" });
    const poll = async () => {
      const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
      const form = { client_id, grant_type, device_code: String(body["device_code"]) };
      return (await postForm(emulator, "/oauth2/token", form)).body["error"];
    };
    expect([await poll(), await poll()]).toEqual(["authorization_pending", "slow_down"]);
    emulator.advance("65s");
    expect(await poll()).toBe("authorization_pending");
    emulator.advance("5m");
    expect(await poll()).toBe("expired_token");
  });

  it("expires an interaction after 3 seconds and its follow-ups after 15 minutes", async () => {
    await call(emulator, "POST", "/commands", { name: "ping", description: "Answers with pong" });
    await using game = await startGame(emulator.application.publicKey);
    await emulator.application.setInteractionsEndpoint(game.url);
    game.answer = () => ({ type: 5 });
    await emulator.player().use("/ping");
    const [{ token } = expect.unreachable()] = game.payloads;
    const webhook = `${emulator.apiBase}/webhooks/${client_id}/${token}`;
    const headers = { "content-type": "application/json" };
    const say = () => send(webhook, { method: "POST", headers, body: '{"content":"pong"}' });
    emulator.advance("14m");
    expect(await say()).toMatchObject({ status: 200 });
    emulator.advance(60_000);
    expect(await say()).toMatchObject({ status: 401, body: { code: 50_027 } });
    game.answer = () => {
      emulator.advance("3s");
      return { type: 5 };
    };
    await expect(emulator.player().use("/ping")).rejects.toMatchObject({
      code: "endpoint_unreachable",
    });
  });

  it("resets rate limits and releases delayed responses", async () => {
    expect(await call(emulator, "GET", "/commands")).toMatchObject({ status: 200 });
    expect(await call(emulator, "GET", "/commands")).toMatchObject({ status: 429 });
    emulator.advance("1h");
    emulator.faults.add({ latencyMs: 3_600_000, times: 1 });
    const slow = call(emulator, "GET", "/commands");
    const later = setInterval(() => emulator.advance("1h"), 1);
    expect(await slow.finally(() => clearInterval(later))).toMatchObject({ status: 200 });
  });
});

it("while the clock is skewed ahead, rejects tokens sooner and dates new tokens later", async () => {
  const { body } = await getTokens(emulator);
  const end = emulator.faults.add({ clockSkewMs: 900_000 });
  expect(await getUser(emulator, body["access_token"])).toMatchObject({ status: 401 });
  const ahead = await getTokens(emulator);
  end();
  expect(await getUser(emulator, body["access_token"])).toMatchObject({ status: 200 });
  const [right = 0, wrong = 0] = [body, ahead.body].map((tokens) => claimsOf(tokens["id_token"])["iat"]);
  expect(Math.round((wrong - right) / 60)).toBe(15);
});

it.each(["soon", -1, undefined])("rejects advancing by %s", (time) => {
  expect(() => emulator.advance(time as string)).toThrow(
    expect.objectContaining({ code: "invalid_argument" }),
  );
});
