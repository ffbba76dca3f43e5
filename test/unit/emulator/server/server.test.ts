import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, describe, expect, it, test, vi } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { createListener } from "../../../../src/emulator/server/server.ts";
import { authorizeUrl } from "../../../setup/emulator/players.ts";
import { startOpenEmulator } from "../../../setup/emulator/live-world.ts";
import { startServer } from "../../../setup/emulator/game.ts";
import { ActivityWindows } from "../../../../src/emulator/activity/windows.ts";
import { ActivityProxy } from "../../../../src/emulator/activity/proxy/activity-proxy.ts";
import type { LiveWorld } from "../../../../src/emulator/oauth/live-world.ts";
import type { InteractionPayload } from "../../../../src/wire/interaction.ts";
import { World } from "../../../../src/emulator/state/world.ts";

const emulator = await startEmulator();
afterAll(() => emulator.close());
afterEach(() => void vi.restoreAllMocks());

const payload = {
  id: "5",
  application_id: "1",
  type: 2,
  token: "token",
  channel_id: "8",
} as InteractionPayload;
const content = new Blob(["<hi />"]);
const page = { key: "0", filename: "x", size: 6, contentType: "text/html", content };

/** Sends raw bytes and returns the response's status line. */
async function sendRaw(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(emulator.webBase).port), "127.0.0.1");
  socket.end(bytes);
  return (await text(socket)).split("\r\n")[0] ?? "";
}

describe("the emulator's server", () => {
  it("survives hostile requests", async () => {
    for (const target of ["//", "/%", "/api/v10/applications/%E0%A4%A/commands"]) {
      expect(await sendRaw(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 4\d\d /,
      );
    }
    const basic = Buffer.from("%E0%A4%A:%").toString("base64");
    const headers = { authorization: `Basic ${basic}`, "content-type": "application/x-www-form-urlencoded" };
    const token = await fetch(`${emulator.apiBase}/oauth2/token`, { method: "POST", headers, body: "a=b" });
    expect(token.status).toBe(401);
    const huge = await fetch(`${emulator.apiBase}/partner-sdk/token`, {
      method: "POST",
      body: "x".repeat(5 * 1024 * 1024),
    }).catch(() => undefined);
    expect(huge?.status ?? 413).toBe(413);
    expect((await fetch(`${emulator.webBase}/`)).status).toBe(200);
  });

  it("rejects requests for an unknown host name on every path", async () => {
    const apiPaths = ["/api/v10/gateway", "/api/oauth2/authorize", "/oauth2/authorize"];
    const pages = ["/", "/play/live", "/sign-in/x", "/activate", "/attachments/1/2/x", "/desktop-client"];
    for (const target of [...apiPaths, ...pages, "/.well-known/openid-configuration"])
      expect(
        await sendRaw(`GET ${target} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`),
        target,
      ).toMatch(/^HTTP\/1\.1 421 /);
    const upgrade = "Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n";
    const key = `Sec-WebSocket-Key: ${Buffer.alloc(16).toString("base64")}\r\n`;
    expect(await sendRaw(`GET /gateway?v=10 HTTP/1.1\r\nHost: evil.example\r\n${upgrade}${key}\r\n`)).toMatch(
      /^HTTP\/1\.1 404 /,
    );
  });

  it("does not change state when a page is viewed, regardless of its URL", async () => {
    await using other = await startEmulator({ world: { guilds: [{ name: "Diving" }] } });
    const before = JSON.stringify(other.exportState());
    for (const query of [
      "player=x",
      "guild=77",
      "player=x&guild=Diving",
      "application=5&channel=6",
      "player=",
    ])
      expect((await fetch(`${other.webBase}/?${query}`)).status).toBe(200);
    expect(JSON.stringify(other.exportState())).toBe(before);
  });

  it("handles a client that disconnects while the page loads", async () => {
    await using other = await startEmulator();
    const end = new AbortController();
    const closed = fetch(`${other.webBase}/play/live`, { signal: end.signal });
    end.abort();
    await expect(closed).rejects.toThrow("aborted");
    expect((await fetch(other.webBase)).headers.get("content-type")).toContain("text/html");
  });

  it("allows cross-origin API requests only from an Activity's origin", async () => {
    const { application, apiBase, webBase } = emulator;
    const { port } = new URL(webBase);
    const ask = (origin: string, method = "GET") =>
      fetch(`${apiBase}/users/@me`, { method, headers: { origin } });
    const allowed = ({ headers }: Response) => headers.get("access-control-allow-origin");
    const own = `http://${application.id}.localhost:${port}`;
    const [preflight, answered] = [await ask(own, "OPTIONS"), await ask(own)];
    expect([preflight.status, allowed(preflight), answered.status, allowed(answered)]).toEqual([
      204,
      own,
      401,
      own,
    ]);
    expect(preflight.headers.get("access-control-allow-headers")).toBe("authorization, content-type");
    const others = [`http://7.localhost:${port}`, `http://${application.id}.localhost:1`, webBase, "null"];
    for (const other of others) expect(allowed(await ask(other))).toBeNull();
    expect((await ask(webBase, "OPTIONS")).status).toBe(405);
  });

  it.each(["/api/v10", "/api"])(
    "serves paths under %s and responds with 404 to unknown paths",
    async (base) => {
      const keys = await fetch(`${emulator.webBase}${base}/oauth2/keys`);
      expect(await keys.json()).toMatchObject({ keys: [{ kty: "RSA" }] });
      for (const [path, message] of [
        [`${base}/nothing/here`, expect.stringContaining("no endpoint GET /nothing/here.") as string],
        ["/nothing", "404: Not Found"],
      ] as const) {
        const response = await fetch(emulator.webBase + path);
        expect([response.status, await response.json()]).toEqual([404, { code: 0, message }]);
      }
    },
  );

  it.each(["/api", "/api/v6", "/api/v9", "/api/v10", "/api/v11"])(
    "serves the authorize page under %s",
    async (base) => {
      const { search } = new URL(authorizeUrl(emulator));
      const response = await fetch(`${emulator.webBase}${base}/oauth2/authorize${search}`, {
        redirect: "manual",
      });
      expect([response.status, response.headers.get("location")]).toEqual([
        303,
        expect.stringMatching(/^\/sign-in\//),
      ]);
    },
  );

  it("decodes a path only once and does not treat an encoded slash as a separator", async () => {
    const ask = (path: string) =>
      fetch(emulator.apiBase + path, { headers: { authorization: `Bot ${emulator.application.botToken}` } });
    expect((await ask("/users/%40me")).status).toBe(200);
    expect((await ask("/users/%2540me")).status).toBe(400);
    for (const path of ["/users%2F%40me", "/users/%zz"]) expect((await ask(path)).status).toBe(404);
  });

  it("prevents a message's file from running as a page", async () => {
    const { world, webBase, ...open } = await startOpenEmulator();
    await using _ = open;
    world.interactions.open(payload);
    const data = { attachments: [{ id: 0, filename: "map of the reef.html" }] };
    world.interactions.answer("5", "token", { type: 4, data }, [page]);
    const { attachments: [file] = [] } = world.interactions.message("1", "token", "@original");
    expect(file?.url).toMatch(new RegExp(`^${webBase}/attachments/8/\\d+/map%20of%20the%20reef.html$`));
    const response = await fetch(String(file?.url));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/html",
      "content-length": "6",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
    expect(await response.text()).toBe("<hi />");
    expect((await fetch(`${webBase}/attachments/8/1/x`)).status).toBe(404);
  });

  it("rejects versions that the service never had", async () => {
    for (const version of [1, 2, 12, 100])
      expect((await fetch(`${emulator.webBase}/api/v${version}/oauth2/keys`)).status).toBe(404);
  });

  it.each(["/api/v10", "/api/v11"])("responds to a bot under %s", async (base) => {
    const headers = { authorization: `Bot ${emulator.application.botToken}` };
    const response = await fetch(`${emulator.webBase}${base}/users/@me`, { headers });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ id: emulator.application.id, bot: true });
  });

  it.each([3, 4, 5])("rejects version %i as discontinued", async (version) => {
    const response = await fetch(`${emulator.webBase}/api/v${version}/users/@me`);
    expect([response.status, await response.json()]).toEqual([
      400,
      { code: 50_041, message: "Invalid API version provided" },
    ]);
  });
});

describe("an internal emulator error", () => {
  const world = new World({});
  const provider: LiveWorld["provider"] = () => Promise.reject(new Error("Half of it is missing."));
  const live = { world, provider, webBase: "http://127.0.0.1:1" };
  const windows = new ActivityWindows(live, {});
  const listener = createListener({ ...live, windows, proxy: new ActivityProxy({ ...live, windows }) });

  it.each([
    [new Error("The disk is on fire."), "The emulator failed: The disk is on fire."],
    ["nothing", "The emulator failed: unknown"],
  ])("is reported with status 500 and its reason", async (thrown, message) => {
    vi.spyOn(world.interactions, "followUp").mockImplementation(() => {
      throw thrown;
    });
    await using server = await startServer(listener);
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${server.url}api/webhooks/1/t`, { method: "POST", body: "{}", headers });
    expect([response.status, await response.json()]).toEqual([500, { code: 0, message }]);
  });

  it.each(["oauth2/authorize?client_id=1", "api/oauth2/keys", "sign-in/1"])(
    "for %s, is reported with status 500 if the authorization server cannot be loaded",
    async (path) => {
      await using server = await startServer(listener);
      const response = await fetch(server.url + path);
      expect([response.status, await response.json()]).toEqual([
        500,
        { code: 0, message: "The emulator failed: Half of it is missing." },
      ]);
    },
  );

  it("closes the connection if the response has already started", async () => {
    await using server = await startServer((request, response) => {
      response.writeHead(200).write("half an answer");
      listener(request, response);
    });
    const response = await fetch(`${server.url}nothing`);
    await expect(response.text()).rejects.toThrow("terminated");
  });
});

test.each([
  ["/oauth2/authorize", "application/x-www-form-urlencoded", 32],
  ["/activate", "application/x-www-form-urlencoded", 32],
  ["/sign-in/x", "application/x-www-form-urlencoded", 32],
  ["/api/oauth2/token", "application/x-www-form-urlencoded", 32],
  ["/api/v10/oauth2/token/revoke", "application/x-www-form-urlencoded", 32],
  ["/api/v10/oauth2/device/authorize", "application/x-www-form-urlencoded", 32],
  ["/api/v10/applications/1/commands", "application/json", 4096],
  ["/play/endpoint", "application/json", 4096],
  ["/control/trigger", "application/json", 4096],
])("rejects an oversized body sent to %s with 413 and an explanation", async (path, type, most) => {
  const body = `a=${"x".repeat(2 * most * 1024)}`;
  const init = { method: "POST", body, headers: { "content-type": type } };
  const response = await fetch(`${emulator.webBase}${path}`, init);
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({
    message: expect.stringContaining(`larger than ${most} KiB`),
  });
});
