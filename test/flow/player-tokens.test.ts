import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Client } from "../../src/client.ts";
import { type Emulator, startEmulator } from "../../src/emulator/index.ts";
import { ownServer } from "../../src/index.ts";
import { memoryTokenStore } from "../../src/store/token-store.ts";
import { endProgram, startProgram } from "../setup/child-process.ts";
import { RedisServer } from "../setup/redis-server.ts";
import { needs } from "../setup/system-parts.ts";

describe("player tokens with a game, its server, Redis and the service", needs("redis-server"), () => {
  let emulator: Emulator;
  let redis: RedisServer;
  let settings: Record<string, string>;
  const running: ChildProcess[] = [];
  const ends: (() => unknown)[] = [];

  beforeAll(async () => {
    emulator = await startEmulator({
      accessTokenSeconds: 2,
      world: { applications: [{ publicClient: false }] },
    });
    redis = await RedisServer.start();
    settings = {
      SLASHPASS_APPLICATION_ID: emulator.application.id,
      SLASHPASS_CLIENT_SECRET: emulator.application.clientSecret,
      SLASHPASS_PUBLIC_KEY: emulator.application.publicKey,
      SLASHPASS_API_BASE: emulator.apiBase,
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      TOKENS_KEY: randomBytes(32).toString("hex"),
      PORT: "0",
    };
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map(endProgram));
    for (const end of ends.splice(0)) await end();
  });
  afterAll(async () => {
    await emulator.close();
    await redis.stop();
  });

  function start(name: string, folder = "examples"): Promise<string> {
    const child = startProgram(process.execPath, [`${folder}/${name}`], {
      env: { ...process.env, ...settings },
      stdio: ["ignore", "pipe", "inherit"],
    });
    running.push(child);
    const lines = createInterface({ input: child.stdout ?? expect.unreachable() });
    return new Promise((resolve, reject) => {
      lines.on("line", (line) => {
        const port = /port: (\d+)/.exec(line)?.[1];
        if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
      });
      lines.once("close", () => reject(new Error(`${name} exited without listening.`)));
    });
  }

  function game(url: string, store = memoryTokenStore()): Client {
    const client = new Client({
      ...emulator.clientOptions(),
      openBrowser: emulator.player().browser(),
      store,
      ...ownServer(`${url}/tokens`),
    });
    ends.push(() => client.close());
    return client;
  }

  it.each([
    ["Node's own server", () => start("30-player-tokens-node-http.js")],
    ["Express", () => start("31-player-tokens-express.js")],
    ["Hono", () => start("32-player-tokens-hono.js")],
    ["a function", () => start("function-server.js", "test/setup")],
  ])("signs in with %s, stores a session secret and uses it to get the next token", async (_, serve) => {
    const store = memoryTokenStore();
    const url = await serve();
    const session = await game(url, store).signIn({ scopes: Client.GetDefaultPresenceScopes() });
    const first = await session.accessToken();
    const account = `${new URL(emulator.webBase).host}/${emulator.application.id}`;
    expect(await store.get(account)).toContain("sps1.");
    // The first token expires after two seconds.
    await expect.poll(() => session.accessToken()).not.toBe(first);
  });

  it("rotates one server's session secret on another and ends the session if an old secret is reused", async () => {
    const [one, other] = await Promise.all([
      start("30-player-tokens-node-http.js"),
      start("32-player-tokens-hono.js"),
    ]);
    const store = memoryTokenStore();
    await game(one, store).signIn({ scopes: Client.GetDefaultPresenceScopes() });
    const account = `${new URL(emulator.webBase).host}/${emulator.application.id}`;
    const stored = JSON.parse((await store.get(account)) ?? "{}") as { r: string };
    const use = async (url: string, refreshToken: string) => {
      const hooks = ownServer(`${url}/tokens`);
      return hooks.refreshToken({
        applicationId: emulator.application.id,
        refreshToken,
        signal: undefined,
      });
    };
    const second = await use(other, stored.r);
    const third = await use(one, second.refreshToken ?? "");
    await expect(use(other, stored.r)).rejects.toMatchObject({ code: "invalid_grant" });
    await expect(use(one, third.refreshToken ?? "")).rejects.toMatchObject({ code: "invalid_grant" });
  });

  it("deletes a player's tokens when the player unlinks the application", async () => {
    const url = await start("31-player-tokens-express.js");
    await emulator.application.setEventsEndpoint(`${url}/events`);
    await game(url).signIn({ scopes: Client.GetDefaultPresenceScopes() });
    const { id } = emulator.players[0];
    emulator.emit("APPLICATION_DEAUTHORIZED", { user: { id, username: "ada" } });
    const key = `slashpass:{${emulator.application.id}:${id}}`;
    // The remaining record marks the player as deleted.
    await expect
      .poll(async () =>
        String(await redis.driver().get(key))
          .split(" ")
          .at(-1),
      )
      .toBe("");
  });
});
