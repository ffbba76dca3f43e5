import { afterAll, describe, expect, it } from "vitest";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { GatewayCloseCode, GatewayIntent, GatewayOpcode } from "../../../../src/wire/gateway.ts";
import { connectBot, GatewayBot } from "../../../setup/emulator/gateway-bot.ts";
import { once } from "node:events";
import { connect } from "node:net";
import * as zlib from "node:zlib";

const emulator = await startEmulator({ world: { guilds: [{ id: "11", name: "Divers" }] } });
const { webBase } = emulator;
afterAll(() => emulator.close());

const identify = (application = emulator.addApplication(), more: object = {}) => ({
  token: application.botToken,
  properties: { os: "linux" },
  intents: 0,
  ...more,
});

describe("connection", () => {
  it("sends the heartbeat interval and acknowledges heartbeats before the bot identifies", async () => {
    const bot = new GatewayBot(webBase);
    const hello = await bot.receivesOp(GatewayOpcode.Hello);
    expect(hello).toEqual({ op: 10, d: { heartbeat_interval: 41_250 }, s: null, t: null });
    await bot.settle();
    expect(bot.received).toHaveLength(2);
    await bot.close();
  });

  it("accepts and ignores a presence and a voice state", async () => {
    const bot = await connectBot(emulator, emulator.addApplication());
    bot.send(GatewayOpcode.PresenceUpdate, { status: "online" });
    bot.send(GatewayOpcode.VoiceStateUpdate, { guild_id: "11", channel_id: null });
    await bot.settle();
    await bot.close();
  });
});

describe("close codes", () => {
  const shard = (value: unknown) => ({ op: 2, d: identify(undefined, { shard: value }) });
  const intents = (value: unknown) => ({ op: 2, d: identify(undefined, { intents: value }) });
  const { GuildMembers, GuildPresences, MessageContent } = GatewayIntent;

  it.each<[what: string, code: number, ...sent: unknown[]]>([
    ["a number", 4002, 5],
    ["null", 4002, null],
    ["a message without op", 4002, { d: 5 }],
    ["an op that is not a number", 4002, { op: "1" }],
    ["4097 bytes", 4002, { op: 1, d: "x".repeat(4097 - '{"op":1,"d":""}'.length) }],
    ["an identify that is not an object", 4002, { op: 2, d: 5 }],
    ["an identify without properties", 4002, { op: 2, d: identify(undefined, { properties: undefined }) }],
    ["another message before identify", 4003, { op: 8, d: {} }],
    ["an unknown opcode before identify", 4003, { op: 99, d: {} }],
    ["a wrong token", 4004, { op: 2, d: { ...identify(), token: "wrong" } }],
    ["no token", 4004, { op: 2, d: { ...identify(), token: 5 } }],
    ["a second identify", 4005, { op: 2, d: identify() }, { op: 2, d: identify() }],
    ["a resume after identify", 4005, { op: 2, d: identify() }, { op: 6, d: {} }],
    ["a shard beyond the last", 4010, shard([1, 1])],
    ["zero shards", 4010, shard([0, 0])],
    ["a shard that is not a pair", 4010, shard("0,1")],
    ["a shard with three numbers", 4010, shard([0, 1, 2])],
    ["a negative shard", 4010, shard([-1, 1])],
    ["too many shards", 4010, shard([0, 16_385])],
    ["no intents", 4013, intents(undefined)],
    ["negative intents", 4013, intents(-1)],
    ["an unknown intent", 4013, intents(1 << 17)],
    ["an intent beyond 32 bits", 4013, intents(2 ** 32)],
    ["intents as a string", 4013, intents("1")],
    ["the members intent without permission", 4014, intents(GuildMembers)],
    ["the presences intent without permission", 4014, intents(GuildPresences)],
    ["the message content intent without permission", 4014, intents(MessageContent)],
    ["an unknown opcode", 4001, { op: 2, d: identify() }, { op: 5, d: {} }],
    ["a presence that is not an object", 4001, { op: 2, d: identify() }, { op: 3, d: 5 }],
  ])("after receiving %s, closes the connection with code %i", async (_, code, ...sent) => {
    const bot = new GatewayBot(webBase);
    await bot.receivesOp(GatewayOpcode.Hello);
    for (const message of sent) bot.socket.send(JSON.stringify(message));
    expect(await bot.ended).toMatchObject({ code });
  });

  it("closes the connection instead of reading a multi-megabyte message", async () => {
    const bot = new GatewayBot(webBase);
    await bot.receivesOp(GatewayOpcode.Hello);
    bot.socket.send("x".repeat(2 ** 21));
    expect(await bot.ended).toMatchObject({ code: 1009 });
  });

  it("closes the connection with code 4008 after more than 120 messages in a minute", async () => {
    const bot = new GatewayBot(webBase);
    await bot.receivesOp(GatewayOpcode.Hello);
    for (let sent = 0; sent < 119; sent++) bot.send(GatewayOpcode.Heartbeat);
    await bot.settle();
    emulator.advance("1m");
    await bot.settle();
    for (let sent = 0; sent < 120; sent++) bot.send(GatewayOpcode.Heartbeat);
    expect(await bot.ended).toEqual({ code: GatewayCloseCode.RateLimited, reason: "Rate limited." });
    expect(bot.received.filter(({ op }) => op === GatewayOpcode.HeartbeatAck)).toHaveLength(240);
  });

  it("accepts allowed privileged intents and a token with the Bot prefix", async () => {
    const application = emulator.addApplication({ privilegedIntents: true });
    const all = Object.values(GatewayIntent).reduce((sum, intent) => sum | intent, 0);
    const bot = new GatewayBot(webBase);
    await bot.identify(`Bot ${application.botToken}`, { intents: all });
    await bot.close();
  });
});

describe("heartbeats", () => {
  it("are requested if overdue, and the connection closes if they still do not arrive", async () => {
    const bot = await connectBot(emulator, emulator.addApplication());
    emulator.advance("1h");
    await bot.receivesOp(GatewayOpcode.Heartbeat);
    await bot.settle();
    emulator.advance("41s");
    await bot.settle();
    emulator.advance("42s");
    emulator.advance("11s");
    expect(await bot.ended).toEqual({ code: 4009, reason: "Session timed out." });
  });
});

describe("a session", () => {
  async function openSession() {
    const application = emulator.addApplication({ guilds: [] });
    const bot = await connectBot(emulator, application);
    return { application, bot, id: bot.received[1]?.d["session_id"] };
  }

  it("resumes over another connection and receives all missed events", async () => {
    const { application, bot, id } = await openSession();
    bot.socket.terminate();
    await bot.ended;
    const again = new GatewayBot(webBase);
    await again.resume(application.botToken, id, 1);
    expect(await again.receivesEvent("RESUMED")).toEqual({ op: 0, d: {}, s: 2, t: "RESUMED" });
    expect(again.dispatched).toEqual(["RESUMED"]);
    const over = new GatewayBot(webBase);
    await over.resume(application.botToken, id, 0);
    await over.receivesEvent("RESUMED");
    expect(over.received.filter(({ op }) => op === 0).map(({ s, t }) => [s, t])).toEqual([
      [1, "READY"],
      [2, "RESUMED"],
      [3, "RESUMED"],
    ]);
    expect(await again.ended).toMatchObject({ code: 1006 });
    await over.close();
  });

  it.each<[what: string, code: number, seq: unknown]>([
    ["a sequence number that was never sent", 4007, 9],
    ["a negative sequence number", 4007, -1],
    ["a sequence number that is a string", 4007, "1"],
  ])("is not resumed with %s (%i)", async (_, code, seq) => {
    const { application, bot, id } = await openSession();
    const again = new GatewayBot(webBase);
    await again.resume(application.botToken, id, seq);
    expect(await again.ended).toMatchObject({ code });
    await bot.close();
  });

  it("requires a new identify if it is unknown, belongs to another bot or was closed with 1000", async () => {
    const { application, bot, id } = await openSession();
    const refused = async (token: string, session: unknown) => {
      const other = new GatewayBot(webBase);
      await other.resume(token, session, 1);
      expect(await other.receivesOp(GatewayOpcode.InvalidSession)).toMatchObject({ d: false });
      await other.identify(token);
      await other.close();
    };
    await refused(emulator.addApplication({ guilds: [] }).botToken, id);
    await refused(application.botToken, "unknown");
    await refused(application.botToken, 5);
    await bot.close(1000);
    await refused(application.botToken, id);
  });

  it("is not resumed with a wrong token (4004) or an invalid payload (4002)", async () => {
    const bot = new GatewayBot(webBase);
    await bot.resume("wrong", "x", 1);
    expect(await bot.ended).toMatchObject({ code: 4004 });
    const other = new GatewayBot(webBase);
    await other.receivesOp(GatewayOpcode.Hello);
    other.send(GatewayOpcode.Resume, 5);
    expect(await other.ended).toMatchObject({ code: 4002 });
  });
});

it("closes only the connection that sends deeply nested arrays", async () => {
  const bot = new GatewayBot(webBase);
  const other = new GatewayBot(webBase);
  await bot.receivesOp(GatewayOpcode.Hello);
  bot.socket.send(`{"op":8,"d":${"[".repeat(1_500)}${"]".repeat(1_500)}}`);
  expect(await bot.ended).toEqual({
    code: GatewayCloseCode.DecodeError,
    reason: "Error while decoding payload.",
  });
  await other.settle();
  await other.close();
});

type Inflate = zlib.Inflate;
const { createZstdDecompress } = zlib as { createZstdDecompress?: () => Inflate };

describe("compression", () => {
  const addDiver = () => emulator.addApplication({ guilds: ["11"] });

  async function receiveCompressed(query: string, inflate: Inflate) {
    const bot = new GatewayBot(webBase, query, inflate);
    await bot.identify(addDiver().botToken);
    await bot.close();
    expect(bot.areCompressed).not.toContain(false);
    return bot.dispatched;
  }

  it("sends every message through one zlib stream", async () => {
    const dispatched = await receiveCompressed("?v=10&compress=zlib-stream", zlib.createInflate());
    expect(dispatched).toEqual(["READY", "GUILD_CREATE"]);
  });

  it("sends every message through one Zstandard stream, or rejects the option if Node lacks support", async () => {
    const query = "?v=10&compress=zstd-stream";
    if (createZstdDecompress) {
      expect(await receiveCompressed(query, createZstdDecompress())).toEqual(["READY", "GUILD_CREATE"]);
      return;
    }
    const { code, reason } = await new GatewayBot(webBase, query).ended;
    expect(code).toBe(4012);
    expect(reason).toMatch(
      /^Node v\d.* does not support Zstandard\. Use compress=zlib-stream, or Node 22\.15 or later\.$/,
    );
  });

  it("sends pending messages before the connection closes", async () => {
    const bot = new GatewayBot(webBase, "?compress=zlib-stream", zlib.createInflate());
    await bot.receivesOp(GatewayOpcode.Hello);
    bot.send(GatewayOpcode.Heartbeat, null);
    bot.send(99, {});
    expect(await bot.ended).toMatchObject({ code: 4003 });
    await expect.poll(() => bot.received.map(({ op }) => op)).toContain(GatewayOpcode.HeartbeatAck);
  });

  it("compresses each long message separately and sends short messages uncompressed", async () => {
    const bot = new GatewayBot(webBase);
    await bot.identify(addDiver().botToken, { compress: true });
    await bot.close();
    expect(bot.received.map(({ op, t }, index) => [bot.areCompressed[index], t ?? op])).toEqual([
      [false, GatewayOpcode.Hello],
      [false, "READY"],
      [true, "GUILD_CREATE"],
      [false, GatewayOpcode.HeartbeatAck],
    ]);
  });
});

it("sends the first message in a separate chunk after the handshake response", async () => {
  const socket = connect(Number(new URL(webBase).port), "127.0.0.1");
  socket.write(
    "GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n" +
      "sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  const [first] = (await once(socket, "data")) as [Buffer];
  expect(first.toString("latin1")).toMatch(/^HTTP\/1\.1 101 [^]*\r\n\r\n$/);
  const [second] = (await once(socket, "data")) as [Buffer];
  expect(second.toString("latin1")).toContain('"op":10');
  socket.destroy();
});
