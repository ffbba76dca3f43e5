import { once } from "node:events";
import { connect } from "node:net";
import * as zlib from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { GatewayOpcode } from "../../../../src/wire/gateway.ts";
import { GatewayBot } from "../../../setup/emulator/gateway-bot.ts";
import type { Said } from "../../../setup/emulator/gateway-bot.ts";

const emulator = await startEmulator({ world: { guilds: [{ id: "11", name: "Divers" }] } });
const application = emulator.addApplication({ guilds: ["11"] });
afterAll(() => emulator.close());

const identify = { token: application.botToken, properties: {}, intents: 1 };

type Inflate = zlib.Inflate;
const { createZstdDecompress } = zlib as { createZstdDecompress?: () => Inflate };

/** Reads messages like common clients: all bytes go into one stream, and each flush ends a message. */
async function hearCompressed(query: string, inflate: Inflate): Promise<Said[]> {
  const socket = new WebSocket(`${emulator.webBase.replace(/^http/, "ws")}/?v=10&${query}`);
  const said: Said[] = [];
  let text = "";
  inflate.on("data", (bytes: Buffer) => {
    text += bytes.toString();
    const whole = wholeMessages(text);
    if (!whole) return;
    said.push(...whole);
    text = "";
    if (said.length === 1) socket.send(JSON.stringify({ op: 2, d: identify }));
    if (said.some(({ t }) => t === "GUILD_CREATE")) socket.close();
  });
  socket.on("message", (bytes: Buffer, isBinary) => {
    expect(isBinary).toBe(true);
    inflate.write(bytes);
  });
  await once(socket, "close");
  return said;
}

/** Messages of the gateway follow each other without a separator. */
function wholeMessages(text: string): Said[] | undefined {
  try {
    return JSON.parse(`[${text.replaceAll('}{"op"', '},{"op"')}]`) as Said[];
  } catch {
    return undefined;
  }
}

describe("gateway with transport compression", () => {
  it("sends every message through one zlib stream", async () => {
    const said = await hearCompressed("compress=zlib-stream", zlib.createInflate());
    expect(said.map(({ op, t }) => t ?? op)).toEqual([GatewayOpcode.Hello, "READY", "GUILD_CREATE"]);
  });

  it("sends every message through one Zstandard stream, or rejects it if Node does not support it", async () => {
    if (createZstdDecompress) {
      const said = await hearCompressed("compress=zstd-stream", createZstdDecompress());
      expect(said.map(({ op, t }) => t ?? op)).toEqual([GatewayOpcode.Hello, "READY", "GUILD_CREATE"]);
      return;
    }
    const { code, reason } = await new GatewayBot(emulator.webBase, "?v=10&compress=zstd-stream").ended;
    expect(code).toBe(4012);
    expect(reason).toMatch(
      /^Node v\d.* has no Zstandard: connect with compress=zlib-stream, or use Node 22\.15\.$/,
    );
  });

  it("sends pending messages before it closes", async () => {
    const socket = new WebSocket(`${emulator.webBase.replace(/^http/, "ws")}/gateway?compress=zlib-stream`);
    const inflate = zlib.createInflate();
    const texts: string[] = [];
    inflate.on("data", (bytes: Buffer) => texts.push(bytes.toString()));
    socket.on("message", (bytes: Buffer) => inflate.write(bytes));
    await once(socket, "message");
    socket.send(JSON.stringify({ op: GatewayOpcode.Heartbeat, d: null }));
    socket.send(JSON.stringify({ op: 99, d: {} }));
    const [code] = (await once(socket, "close")) as [number];
    expect(code).toBe(4003);
    await new Promise<void>((done) => inflate.flush(done));
    expect(texts.join("")).toContain(`{"op":${GatewayOpcode.HeartbeatAck},`);
  });
});

describe("payload compression", () => {
  it("compresses each long message separately and sends short ones uncompressed", async () => {
    const socket = new WebSocket(`${emulator.webBase.replace(/^http/, "ws")}/gateway`);
    const said: [isBinary: boolean, message: Said][] = [];
    await new Promise<void>((done) => {
      socket.on("message", (bytes: Buffer, isBinary) => {
        const text = isBinary ? zlib.inflateSync(bytes) : bytes;
        said.push([isBinary, JSON.parse(text.toString()) as Said]);
        if (said.length === 1) socket.send(JSON.stringify({ op: 2, d: { ...identify, compress: true } }));
        if (said.at(-1)?.[1].t === "GUILD_CREATE") done();
      });
    });
    socket.close();
    expect(said.map(([isBinary, { op, t }]) => [isBinary, t ?? op])).toEqual([
      [false, GatewayOpcode.Hello],
      [false, "READY"],
      [true, "GUILD_CREATE"],
    ]);
  });
});

it("sends the first message after the handshake response, in a separate chunk", async () => {
  const socket = connect(Number(new URL(emulator.webBase).port), "127.0.0.1");
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
