import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import { acceptWebSocket } from "../../../../src/emulator/base/sockets.ts";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { GatewayOpcode, GatewayIntent } from "../../../../src/wire/gateway.ts";
import { startOpenEmulator } from "../../../setup/emulator/live-world.ts";
import { connectBot, GatewayBot } from "../../../setup/emulator/gateway-bot.ts";
import { receivesEvent } from "../../../../src/emulator/gateway/gateway.ts";
import { GatewaySession } from "../../../../src/emulator/gateway/sessions.ts";
import type { WorldEvent } from "../../../../src/emulator/state/world-events.ts";
import { Permission } from "../../../../src/wire/permission.ts";
import { createIdentity } from "../../../setup/emulator/gateway-session.ts";

const emulator = await startEmulator({ world: { guilds: [] } });
const { webBase } = emulator;
const port = Number(new URL(webBase).port);
afterAll(() => emulator.close());

const upgrade = "connection: upgrade\r\nupgrade: websocket\r\n";
const key = "sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

/** Sends a raw request head and returns the whole response. */
async function sendRaw(path: string, headers: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`);
  return text(socket);
}

describe("the gateway", () => {
  it.each(["?v=10&encoding=json", "", "/", "/?encoding=json&v=9"])(
    "accepts a connection to %j",
    async (query) => {
      const bot = new GatewayBot(webBase, query);
      expect(await bot.receivesOp(GatewayOpcode.Hello)).toMatchObject({ op: 10 });
      await bot.close();
    },
  );

  it.each([
    ["?v=5&encoding=json", "Invalid API version."],
    ["?v=&encoding=json", "Invalid API version."],
    ["?v=10&encoding=etf", "The emulator's gateway only supports JSON: connect with encoding=json."],
    [
      "?v=10&compress=gzip",
      "The emulator's gateway only supports compress=zlib-stream, compress=zstd-stream and uncompressed connections.",
    ],
  ])("closes a connection to %s with code 4012", async (query, reason) => {
    expect(await new GatewayBot(webBase, query).ended).toEqual({ code: 4012, reason });
  });

  it("rejects other paths and requests that are not WebSockets", async () => {
    expect(await sendRaw("/api/v10/gateway", upgrade + key)).toMatch(/^HTTP\/1\.1 404 /);
    expect(await sendRaw("/gateway", upgrade)).toMatch(/^HTTP\/1\.1 400 /);
    expect((await fetch(`${webBase}/gateway`)).status).toBe(404);
  });

  it("survives bots that disconnect during the handshake or send invalid frames", async () => {
    const kinds = ["", "\u0000", "\u00ff\u00ff\u00ff\u00ff"];
    // The second path is rejected because of its encoding.
    const sent = ["/gateway", "/gateway?encoding=etf"].flatMap((path) =>
      kinds.map((bytes) => [path, bytes] as const),
    );
    for (const [path, bytes] of sent) {
      const socket = connect(port, "127.0.0.1");
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n${upgrade}${key}\r\n`);
      if (bytes !== "") await once(socket, "data");
      socket.end(Buffer.from(bytes, "latin1"));
      socket.resume();
      await once(socket, "close");
    }
    await using bot = await connectBot(emulator, emulator.addApplication());
    expect(bot.dispatched).toEqual(["READY"]);
  });

  it("announces a new guild to the bots in it", async () => {
    await using inIt = await connectBot(emulator, emulator.addApplication());
    await using elsewhere = await connectBot(emulator, emulator.addApplication({ guilds: [] }));
    emulator.addGuild({ id: "77", name: "Reef" });
    expect(await inIt.receivesEvent("GUILD_CREATE")).toMatchObject({ d: { id: "77", name: "Reef" } });
    expect(elsewhere.dispatched).toEqual(["READY"]);
  });

  it("closes connections and pending handshakes when the emulator closes", async () => {
    const closing = await startEmulator();
    const bot = await connectBot(closing, closing.application);
    const socket = connect(Number(new URL(closing.webBase).port), "127.0.0.1");
    await once(socket, "connect");
    socket.write(`GET /gateway HTTP/1.1\r\nhost: x\r\n${upgrade}${key}\r\n`);
    const closed = new Promise((resolve) => socket.on("error", () => undefined).once("close", resolve));
    socket.resume();
    await closing.close();
    await closed;
    expect(await bot.ended).toMatchObject({ code: 1006 });
  });

  it("does not answer a bot that disconnects while the WebSocket library loads", async () => {
    const socket = new PassThrough();
    const early = { request: {} as IncomingMessage, socket, head: Buffer.alloc(0) };
    const accepted = acceptWebSocket(early, 1, () => expect.unreachable());
    socket.destroy();
    await expect(accepted).resolves.toBeUndefined();
  });

  it("closes the oldest connections if there are more than 200", async () => {
    const crowded = await startEmulator();
    const first = await connectBot(crowded, crowded.application);
    const others = Array.from({ length: 200 }, () => new GatewayBot(crowded.webBase));
    await Promise.all(others.map((bot) => bot.receivesOp(GatewayOpcode.Hello)));
    expect(await first.ended).toMatchObject({ code: 1006 });
    await crowded.close();
  });

  it("to limit memory use, disconnects a bot that stops reading, but keeps its session", async () => {
    await using full = await startOpenEmulator();
    const bot = await connectBot(full, full.application);
    bot.socket.pause();
    const large = { reason: "x".repeat(1024 * 1024) };
    for (let count = 0; count < 40; count++)
      full.world.worldEvents.emit({
        name: "ENTITLEMENT_CREATE",
        data: large as never,
        applicationId: full.application.id,
      });
    bot.socket.resume();
    expect(await bot.ended).toMatchObject({ code: 1006 });
    expect(full.world.bots.isConnected(full.application.id, undefined)).toBe(true);
  });
});

describe("an interaction", () => {
  it("is sent to the bot and answered through the API if there is no endpoint", async () => {
    const application = emulator.addApplication({ commands: [{ name: "dive", description: "Goes under" }] });
    await using bot = await connectBot(emulator, application);
    const used = emulator.player("Ada", { application }).use("/dive");
    const { d } = await bot.receivesEvent("INTERACTION_CREATE");
    expect(d).toMatchObject({ type: 2, application_id: application.id, data: { name: "dive" } });
    const answer = { type: 4, data: { content: "Blub" } };
    const headers = { "content-type": "application/json" };
    const url = `${emulator.apiBase}/interactions/${String(d["id"])}/${String(d["token"])}/callback`;
    expect((await fetch(url, { method: "POST", headers, body: JSON.stringify(answer) })).status).toBe(204);
    const result = await used;
    expect(result).toMatchObject({ response: answer, messages: [{ content: "Blub" }] });
    expect(result).not.toHaveProperty("status");
    expect(application.exchanges.all.filter(({ from }) => from === "service")).toMatchObject([
      { isAtGateway: true, request: { body: JSON.stringify(d) }, answer: undefined },
    ]);
  });

  it("fails with a hint if the bot does not respond within 3 seconds", async () => {
    const application = emulator.addApplication({ commands: [{ name: "dive", description: "Goes under" }] });
    await using bot = await connectBot(emulator, application);
    const used = expect(emulator.player("Ada", { application }).use("/dive")).rejects.toMatchObject({
      code: "no_answer",
      message: "The bot did not respond to the interaction within 3 seconds.",
      hint: expect.stringContaining("POST /interactions/"),
    });
    await bot.receivesEvent("INTERACTION_CREATE");
    emulator.advance("4s");
    await used;
    expect(application.exchanges.all).toMatchObject([{ isAtGateway: true, silence: "silent-bot" }]);
  });

  it("is rejected if there is neither an endpoint nor a connected bot", async () => {
    const application = emulator.addApplication({ commands: [{ name: "dive", description: "Goes under" }] });
    await expect(emulator.player("Ada", { application }).use("/dive")).rejects.toMatchObject({
      code: "no_endpoint",
      message: "The application has no interactions endpoint, and its bot is not connected to the gateway.",
    });
  });
});

const { gateway } = emulator;

async function openBot() {
  const application = emulator.addApplication();
  const bot = await connectBot(emulator, application);
  return { application, bot };
}

describe("gateway controls", () => {
  it("list connected bots", async () => {
    const { application, bot } = await openBot();
    await using _ = bot;
    const stranger = new GatewayBot(webBase);
    await stranger.receivesOp(GatewayOpcode.Hello);
    const known = { applicationId: application.id, shard: [0, 1], intents: 1 };
    expect(gateway.bots(application)).toEqual([known]);
    expect(gateway.bots()).toContainEqual(known);
    expect(gateway.bots(emulator.application)).toEqual([]);
    await stranger.close();
  });

  it("drop one bot's connection and let the bot resume its session", async () => {
    const [one, other] = [await openBot(), await openBot()];
    await using _ = other.bot;
    gateway.drop(one.application);
    expect(await one.bot.ended).toMatchObject({ code: 1006 });
    await other.bot.settle();
    await using again = new GatewayBot(webBase);
    await again.resume(one.application.botToken, one.bot.received[1]?.d["session_id"], 1);
    await again.receivesEvent("RESUMED");
  });

  it("request a reconnect and disconnect bots that ignore the request", async () => {
    const { application, bot } = await openBot();
    gateway.reconnect(application);
    expect(await bot.receivesOp(GatewayOpcode.Reconnect)).toEqual({ op: 7, d: null, s: null, t: null });
    await bot.settle();
    emulator.advance("11s");
    expect(await bot.ended).toMatchObject({ code: 1006 });
  });

  it("invalidate sessions and let bots identify again over the same connection", async () => {
    const { application, bot } = await openBot();
    gateway.invalidate(application);
    expect(await bot.receivesOp(GatewayOpcode.InvalidSession)).toMatchObject({ d: false });
    expect(gateway.bots(application)).toEqual([]);
    bot.send(GatewayOpcode.Identify, { token: application.botToken, properties: {}, intents: 0 });
    await bot.receives(({ t, d }) => t === "READY" && d["session_id"] !== bot.received[1]?.d["session_id"]);
    await bot.close();
  });

  it("request heartbeats", async () => {
    const { bot } = await openBot();
    gateway.requestHeartbeat();
    expect(await bot.receivesOp(GatewayOpcode.Heartbeat)).toMatchObject({ d: null });
    await bot.settle();
    gateway.requestHeartbeat();
    emulator.advance("11s");
    expect(await bot.ended).toMatchObject({ code: 4009 });
  });

  it("reject a value that is not an application", () => {
    for (const call of Object.values(gateway))
      expect(() => (call as (given: unknown) => void)({ id: "1" })).toThrow(
        "must be one of this emulator's applications",
      );
  });
});

describe("receivesEvent", () => {
  const event = (name: string, data: object, applicationId?: string) =>
    ({ name, data, applicationId }) as unknown as WorldEvent;

  const session = (init: object = {}, more: object = {}) =>
    new GatewaySession(createIdentity(init, more).identity);

  it("sends an application's event only to that application", () => {
    const one = session({ id: "5" });
    expect(receivesEvent(one, event("ENTITLEMENT_CREATE", {}, "5"))).toBe(true);
    expect(receivesEvent(one, event("ENTITLEMENT_CREATE", {}, "6"))).toBe(false);
    expect(receivesEvent(one, event("ENTITLEMENT_CREATE", { guild_id: null }, "5"))).toBe(true);
  });

  it("sends a guild's event to the guild's applications and shard", () => {
    const joined = event("GUILD_MEMBER_ADD", { guild_id: "11" });
    const intents = GatewayIntent.GuildMembers;
    expect(receivesEvent(session({ guilds: ["11"] }, { intents }), joined)).toBe(true);
    expect(receivesEvent(session({}, { intents }), joined)).toBe(true);
    expect(receivesEvent(session({ guilds: ["12"] }, { intents }), joined)).toBe(false);
    expect(receivesEvent(session({}, { intents, shard: [1, 2] }), joined)).toBe(false);
  });

  it("requires an intent for member events, plus a permission for audit log entries", () => {
    const entry = event("GUILD_AUDIT_LOG_ENTRY_CREATE", { guild_id: "11" });
    const intents = GatewayIntent.GuildModeration;
    const as = (permissions: bigint) => session({ permissions: String(permissions) }, { intents });
    expect(receivesEvent(session(), event("GUILD_MEMBER_UPDATE", { guild_id: "11" }))).toBe(false);
    expect(receivesEvent(session(), entry)).toBe(false);
    expect(receivesEvent(as(Permission.ViewAuditLog), entry)).toBe(true);
    expect(receivesEvent(as(Permission.Administrator), entry)).toBe(true);
    expect(receivesEvent(as(Permission.ManageGuild), entry)).toBe(false);
  });

  it("sends no webhook-only events", () => {
    expect(receivesEvent(session({ id: "5" }), event("APPLICATION_AUTHORIZED", {}, "5"))).toBe(false);
  });
});
