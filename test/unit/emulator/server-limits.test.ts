import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../src/emulator/index.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

function authorizeUrl(change: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams({
    client_id: emulator.application.id,
    scope: "identify openid",
    response_type: "code",
    redirect_uri: "http://127.0.0.1:4321/callback",
    state: "s",
    code_challenge: "x".repeat(43),
    code_challenge_method: "S256",
    ...change,
  });
  return `${emulator.webBase}/oauth2/authorize?${query.toString()}`;
}

test("a state of 20,000 characters is refused on a page, in words", async () => {
  const response = await fetch(authorizeUrl({ state: "s".repeat(20_000) }), { redirect: "manual" });
  expect(response.status).toBe(414);
  expect(await response.text()).toContain("The state has 20000 characters; 4000 are allowed");
});

test.each(["nonce", "scope", "ui_locales", "login_hint"])(
  "a %s that is too long sends the game an error",
  async (name) => {
    const response = await fetch(authorizeUrl({ [name]: "x".repeat(20_000) }), { redirect: "manual" });
    const location = new URL(response.headers.get("location") ?? "");
    expect(location.origin).toBe("http://127.0.0.1:4321");
    expect(Object.fromEntries(location.searchParams)).toMatchObject({ error: "invalid_request", state: "s" });
    expect(location.searchParams.get("error_description")).toContain(
      `${name} is longer than 4000 characters`,
    );
  },
);

test("a state of 4,000 characters is taken", async () => {
  const response = await fetch(authorizeUrl({ state: "s".repeat(4_000) }), { redirect: "manual" });
  expect(response.headers.get("location")).toMatch(/^\/sign-in\//);
});

test("headers that nobody reads are answered 431 in words", async () => {
  const socket = connect(Number(new URL(emulator.webBase).port), "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(`GET /?${"x".repeat(300_000)} HTTP/1.1\r\nhost: x\r\n\r\n`);
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toContain("longer than 256 KiB");
});

test.each([
  ["/oauth2/authorize", "application/x-www-form-urlencoded", 32],
  ["/activate", "application/x-www-form-urlencoded", 32],
  ["/sign-in/x", "application/x-www-form-urlencoded", 32],
  ["/api/oauth2/token", "application/x-www-form-urlencoded", 32],
  ["/api/v10/oauth2/token/revoke", "application/x-www-form-urlencoded", 32],
  ["/api/v10/oauth2/device/authorize", "application/x-www-form-urlencoded", 32],
  ["/api/v10/applications/1/commands", "application/json", 4096],
  ["/play/use", "application/json", 4096],
])("a body of 9 MB for %s is refused with 413, in words", async (path, type, most) => {
  const body = `a=${"x".repeat(9_000_000)}`;
  const init = { method: "POST", body, headers: { "content-type": type } };
  const response = await fetch(`${emulator.webBase}${path}`, init);
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({
    message: expect.stringContaining(`longer than ${most} KiB`),
  });
});

test("of 2,010 open sign-ins the newest 2,000 go on, and the oldest hear that theirs is over", async () => {
  const pages: string[] = [];
  for (let index = 0; index < 2_010; index++) {
    const response = await fetch(authorizeUrl({}), { redirect: "manual" });
    const cookie = response.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    if (index === 0 || index === 2_009) pages.push(`${response.headers.get("location")} ${cookie}`);
    await response.arrayBuffer();
  }
  const answers = pages.map(async (page) => {
    const [path = "", ...cookie] = page.split(" ");
    return fetch(new URL(path, emulator.webBase), { headers: { cookie: cookie.join(" ") } });
  });
  const [oldest, newest] = await Promise.all(answers);
  expect([oldest?.status, newest?.status]).toEqual([400, 200]);
  expect(await oldest?.text()).toContain("Start again in the game");
}, 60_000);
