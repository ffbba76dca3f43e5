import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createConnection } from "node:net";
import { inspect } from "node:util";
import { Redis as IoRedis } from "ioredis";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RedisCommand } from "../../src/server/redis/options.ts";
import { redisPlayerStore } from "../../src/server/redis/index.ts";
import { createPlayerTokens, type PlayerTokens } from "../../src/server/index.ts";
import { runProgram } from "../setup/child-process.ts";
import { findSecret } from "../setup/find-secret.ts";
import { RedisServer } from "../setup/redis-server.ts";
import { needs } from "../setup/system-parts.ts";
import { TokenServiceInMemory } from "../setup/token-service.ts";

const applicationId = "1234567890123456789";
const player = "222222222222222222";
const keys = [randomBytes(32)];
const week = 604_800;

describe("PlayerTokens with a failing Redis", needs("redis-server"), () => {
  let server: RedisServer;
  let service: TokenServiceInMemory;
  const ends: (() => unknown)[] = [];

  beforeEach(() => {
    service = new TokenServiceInMemory();
    service.expiresIn = week;
  });
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
    await server.stop();
  });

  const tokensOver = (command: RedisCommand, timeoutMs = 60_000): PlayerTokens =>
    createPlayerTokens({
      applicationId,
      clientSecret: "the-client-secret",
      store: redisPlayerStore({ command, keys, timeoutMs }),
      fetch: service.fetch,
    });
  const signIn = (tokens: PlayerTokens) => tokens.exchange({ code: player, codeVerifier: "verifier" });
  const failure = (work: Promise<unknown>) => work.catch((error: unknown) => error);

  it("reports that Redis is unreachable instead of refreshing, then reads the stored tokens after a restart", async () => {
    server = await RedisServer.start({ settings: ["--appendonly", "yes", "--appendfsync", "always"] });
    const tokens = tokensOver(server.command());
    service.expiresIn = 0.001;
    await signIn(tokens);
    await server.kill();
    expect(await failure(tokens.accessToken(player))).toMatchObject({
      code: "store_unreachable",
      retryable: true,
    });
    expect(service.refreshes).toBe(0);
    await server.run();
    const back = tokensOver(server.command());
    expect(await back.accessToken(player)).toBe("access-0-2");
  });

  it("writes a refreshed token after a restart if Redis is killed before the write", async () => {
    server = await RedisServer.start({ settings: ["--appendonly", "yes", "--appendfsync", "always"] });
    const tokens = tokensOver(server.command());
    service.expiresIn = 0.001;
    await signIn(tokens);
    service.expiresIn = week;
    service.beforeAnswer = () => server.kill();
    expect(await tokens.accessToken(player)).toBe("access-0-2");
    service.beforeAnswer = undefined;
    await server.run();
    await tokens.drain();
    expect(await tokensOver(server.command()).accessToken(player)).toBe("access-0-2");
    expect([service.refreshes, service.reuses]).toEqual([1, 0]);
  });

  it("fails after the timeout if Redis hangs", async () => {
    server = await RedisServer.start();
    await signIn(tokensOver(server.command()));
    const tokens = tokensOver(server.command(), 100);
    server.pause();
    const error = await failure(tokens.accessToken(player));
    expect(error).toMatchObject({ code: "store_unreachable" });
    expect(String(error)).toContain("Redis did not respond within 100 ms");
    server.resume();
    await expect.poll(() => failure(tokens.accessToken(player))).toBe("access-0-1");
  });

  it("reads from a replica but rejects a refresh", async () => {
    server = await RedisServer.start();
    const tokens = tokensOver(server.command());
    await signIn(tokens);
    await tokens.exchange({ code: "333", codeVerifier: "verifier" });
    // The replica cannot reach a master and serves stale data.
    await server.driver().replicaof("127.0.0.1", "1");
    await server.driver().config("SET", "replica-serve-stale-data", "yes");
    expect(await tokens.accessToken(player)).toBe("access-0-1");
    const rejected = await tokens.accessToken(player);
    expect(await failure(tokens.accessToken(player, { rejected }))).toMatchObject({
      code: "store_read_only",
    });
    expect(await failure(signIn(tokens))).toMatchObject({ code: "store_read_only" });
    expect(service.refreshes).toBe(0);
  });

  it("returns stored tokens while Redis is out of memory but refreshes none, since a new token could not be stored", async () => {
    server = await RedisServer.start();
    const tokens = tokensOver(server.command());
    await signIn(tokens);
    await server.driver().config("SET", "maxmemory", "1");
    const rejected = await tokens.accessToken(player);
    expect(rejected).toBe("access-0-1");
    expect(await failure(tokens.accessToken(player, { rejected }))).toMatchObject({ code: "store_full" });
    expect(service.refreshes).toBe(0);
    await server.driver().config("SET", "maxmemory", "0");
    expect(await tokens.accessToken(player, { rejected })).toBe("access-0-2");
  });

  it("returns a token refreshed while Redis was out of memory and stores it later", async () => {
    server = await RedisServer.start();
    const tokens = tokensOver(server.command());
    await signIn(tokens);
    service.beforeAnswer = () => server.driver().config("SET", "maxmemory", "1");
    const rejected = await tokens.accessToken(player);
    expect(await tokens.accessToken(player, { rejected })).toBe("access-0-2");
    await server.driver().config("SET", "maxmemory", "0");
    await tokens.drain();
    expect(await tokensOver(server.command()).accessToken(player)).toBe("access-0-2");
  });

  it("ends the sessions and reloads the scripts after Redis restarts without its data", async () => {
    server = await RedisServer.start();
    const tokens = tokensOver(server.command());
    const { refreshToken } = await signIn(tokens);
    await server.kill();
    await server.run();
    await expect.poll(() => failure(tokens.accessToken(player))).toMatchObject({ code: "session_ended" });
    expect(await failure(tokens.useSession(refreshToken))).toMatchObject({ code: "invalid_grant" });
    await signIn(tokens);
    expect(await tokens.accessToken(player)).toBe("access-1-1");
  });

  it.each([
    ["no password", {}],
    ["a wrong password", { password: "wrong" }],
  ])("reports %s without exposing any password", async (_, options) => {
    server = await RedisServer.start({ settings: ["--requirepass", "the-password"] });
    const error = await failure(signIn(tokensOver(server.command({ ...options, lazyConnect: true }))));
    expect(error).toMatchObject({ code: "store_refused", retryable: false });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/the-password|"wrong"/);
    const right = tokensOver(server.command({ password: "the-password" }));
    await signIn(right);
  });

  it("reports a wrong password with node-redis, which continues unauthenticated", async () => {
    server = await RedisServer.start({ settings: ["--requirepass", "the-password"] });
    const { createClient } = await import("redis");
    const client = createClient({ url: `redis://:wrong@127.0.0.1:${server.port}` });
    client.on("error", () => undefined);
    client.connect().catch(() => undefined);
    ends.push(() => client.destroy());
    const error = await failure(signIn(tokensOver((args) => client.sendCommand([...args]))));
    expect(error).toMatchObject({
      code: "store_refused",
      message:
        "Storing a player's tokens failed: Redis requires a password, but the password is missing or wrong.",
    });
  });

  it("names the missing permissions if the Redis user may not run scripts", async () => {
    server = await RedisServer.start();
    await server.driver().acl("SETUSER", "reader", "on", ">pass", "~*", "+get");
    const error = await failure(
      signIn(tokensOver(server.command({ username: "reader", password: "pass", enableReadyCheck: false }))),
    );
    expect(error).toMatchObject({ code: "store_refused" });
    expect(String((error as { hint?: string }).hint)).toContain("EVALSHA");
  });

  it("connects over TLS and reports Redis as unreachable if TLS is not used", async () => {
    server = await RedisServer.start();
    const tls = await startTls();
    const secured = tokensOver(
      driverCommand(
        new IoRedis({
          port: tls.port,
          host: "127.0.0.1",
          tls: { ca: tls.certificate, servername: "localhost" },
        }),
      ),
    );
    await signIn(secured);
    expect(await secured.accessToken(player)).toBe("access-0-1");
    const plain = driverCommand(new IoRedis({ port: tls.port, host: "127.0.0.1", maxRetriesPerRequest: 0 }));
    expect(await failure(tokensOver(plain, 300).accessToken(player))).toMatchObject({
      code: "store_unreachable",
    });
    const distrustful = driverCommand(
      new IoRedis({ port: tls.port, host: "127.0.0.1", maxRetriesPerRequest: 0, tls: {} }),
    );
    expect(await failure(tokensOver(distrustful, 300).accessToken(player))).toMatchObject({
      code: "store_unreachable",
      hint: expect.stringMatching(
        /error event .* untrusted certificate.* both sides use the same TLS setting/s,
      ) as string,
    });
  });

  it("exposes no token, secret or code in MONITOR, the slow log, the files or the keys", async () => {
    server = await RedisServer.start({
      settings: ["--slowlog-log-slower-than", "0", "--slowlog-max-len", "1000", "--appendonly", "yes"],
    });
    const received: string[] = [];
    const monitor = await server.driver().monitor();
    monitor.on("monitor", (_time: string, args: string[]) => received.push(args.join(" ")));
    ends.push(() => monitor.disconnect());
    const tokens = tokensOver(server.command());
    const { refreshToken: secret } = await signIn(tokens);
    await tokens.accessToken(player, { rejected: "access-0-1" });
    const next = await tokens.useSession(secret);
    await server.driver().ping("the end");
    await expect.poll(() => received.join("\n")).toContain("the end");
    const slow = JSON.stringify(await server.driver().slowlog("GET", 1000));
    const written = readAll(`${server.folder}/appendonlydir`);
    const all = [received.join("\n"), slow, written].join("\n");
    expect(all).toContain(player);
    for (const hidden of [
      "access-0-1",
      "access-0-2",
      "refresh-0-1",
      "refresh-0-2",
      "the-client-secret",
      "verifier",
      secret,
      next.refreshToken,
    ])
      expect(findSecret(all, hidden)).toEqual([]);
    expect(
      await failure(
        redisPlayerStore({ command: server.command(), keys: [randomBytes(32)] }).take(
          `${applicationId}:${player}`,
        ),
      ),
    ).toMatchObject({ code: "store_unreadable" });
  });

  /** The command function of a driver with default settings, which waits and retries. */
  function driverCommand(redis: IoRedis): RedisCommand {
    redis.on("error", () => undefined);
    ends.push(() => redis.disconnect());
    return ([name, ...args]) => redis.call(name, ...args);
  }

  /** Starts a TLS server in front of Redis, because not every Redis build supports TLS. */
  async function startTls(): Promise<{ port: number; certificate: Buffer }> {
    const { createServer } = await import("node:tls");
    const [key, cert] = ["key.pem", "cert.pem"].map((name) => `${server.folder}/${name}`) as [string, string];
    const made = await runProgram("openssl", [
      ..."req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost".split(
        " ",
      ),
      ..."-addext subjectAltName=DNS:localhost".split(" "),
      "-keyout",
      key,
      "-out",
      cert,
    ]);
    expect(made).toMatchObject({ status: 0 });
    const certificate = readFileSync(cert);
    const front = createServer({ key: readFileSync(key), cert: certificate }, (socket) => {
      const behind = createConnection(server.port, "127.0.0.1");
      socket.pipe(behind).pipe(socket);
      for (const one of [socket, behind]) one.on("error", () => socket.destroy());
    });
    front.on("tlsClientError", () => undefined);
    await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
    ends.push(() => front.close());
    return { port: (front.address() as { port: number }).port, certificate };
  }
});

describe("each driver with the code from the documentation", needs("redis-server"), () => {
  // Each test imports only its own driver.
  const drivers: Readonly<
    Record<string, (port: number) => Promise<{ command: RedisCommand; end: () => unknown }>>
  > = {
    ioredis: async (port) => {
      const redis = new IoRedis(port, "127.0.0.1").on("error", () => undefined);
      return { command: ([name, ...args]) => redis.call(name, ...args), end: () => redis.disconnect() };
    },
    iovalkey: async (port) => {
      const { Redis: IoValkey } = await import("iovalkey");
      const redis = new IoValkey(port, "127.0.0.1").on("error", () => undefined);
      return { command: ([name, ...args]) => redis.call(name, ...args), end: () => redis.disconnect() };
    },
    "node-redis": async (port) => {
      const { createClient } = await import("redis");
      const client = createClient({ url: `redis://127.0.0.1:${port}` });
      client.on("error", () => undefined);
      await client.connect();
      return { command: (args) => client.sendCommand([...args]), end: () => client.destroy() };
    },
  };

  it.each(Object.keys(drivers))(
    "signs in, refreshes, rotates a session and deletes the player with %s",
    async (name) => {
      const server = await RedisServer.start();
      const { command, end } = (await drivers[name]?.(server.port)) ?? expect.unreachable();
      const service = new TokenServiceInMemory();
      const tokensWithin = (timeoutMs: number) =>
        createPlayerTokens({
          applicationId,
          clientSecret: "secret",
          store: redisPlayerStore({ command, keys, replicas: { count: 1, timeoutMs: 1 }, timeoutMs }),
          fetch: service.fetch,
        });
      const tokens = tokensWithin(60_000);
      const { refreshToken } = await tokens.exchange({ code: player, codeVerifier: "verifier" });
      expect(await tokens.accessToken(player, { rejected: "access-0-1" })).toBe("access-0-2");
      expect((await tokens.useSession(refreshToken)).accessToken).toBe("access-0-2");
      expect(await tokens.forget(player)).toBe(true);
      await server.kill();
      // Some drivers queue commands while Redis is down.
      await expect(tokensWithin(500).accessToken(player)).rejects.toMatchObject({
        code: "store_unreachable",
      });
      end();
      await server.stop();
    },
  );
});

function readAll(folder: string): string {
  return readdirSync(folder)
    .map((name) => readFileSync(`${folder}/${name}`, "latin1"))
    .join("\n");
}
