import { once } from "node:events";
import { IncomingMessage } from "node:http";
import { connect, Socket } from "node:net";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, it, test, afterAll } from "vitest";
import {
  readApiBody,
  readBody,
  respondJson,
  urlOf,
  createLimitedServer,
  isOwnHost,
} from "../../../../src/emulator/base/http.ts";
import { Refusal } from "../../../../src/emulator/base/refusal.ts";
import { startEmulator } from "../../../../src/emulator/index.ts";
import { startServer } from "../../../setup/emulator/game.ts";

test.each([
  ["/a?b=c", "/a?b=c"],
  ["http://elsewhere/a", "/"],
  ["*", "/"],
  [undefined, "/"],
])("parses the URL %j as %s", (url, path) => {
  const request = Object.assign(new IncomingMessage(new Socket()), { url });
  if (url === undefined) delete (request as { url?: string }).url;
  const { pathname, search } = urlOf(request);
  expect(pathname + search).toBe(path);
});

/** Starts a server that reads bodies of at most 10 bytes and echoes them. */
function startReader() {
  return startServer(async (request, response) => {
    try {
      respondJson(response, 200, await readBody(request, 10), { "x-read": "yes" });
    } catch (error) {
      if (error instanceof Refusal) respondJson(response, error.status, error.body);
    }
  });
}

describe("a request body", () => {
  it("is read completely, including characters split across chunks", async () => {
    await using server = await startReader();
    const response = await fetch(server.url, { method: "POST", body: "ä€😀" });
    expect([response.headers.get("x-read"), await response.json()]).toEqual(["yes", "ä€😀"]);
  });

  it("is rejected if it is too long, and the connection remains usable", async () => {
    await using server = await startReader();
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1").setEncoding("utf8");
    let received = "";
    socket.on("data", (chunk: string) => (received += chunk));
    const post = (body: string) =>
      socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    post("x".repeat(1_000_000));
    while (!received.includes("}")) await once(socket, "data");
    expect(received).toMatch(/^HTTP\/1\.1 413 /);
    expect(received).toContain("the body is larger than");
    received = "";
    post("again");
    while (!received.includes('"again"')) await Promise.race([once(socket, "data"), closed(socket)]);
    socket.destroy();
  });
});

test.each([
  ["application/json", 4, 200],
  ["application/json", 5, 413],
  ["multipart/form-data; boundary=x", 104, 200],
  ["multipart/form-data; boundary=x", 105, 413],
])("responds to an API body of type %s and size %i MiB with status %i", async (type, size, expected) => {
  const read = readApiBody(arriving(type, size)).then(
    ({ length }) => [200, length / 1024 / 1024],
    ({ status }: Refusal) => [status, size],
  );
  expect(await read).toEqual([expected, size]);
});

/** Simulates a request of `size` MiB. A real connection would take a second. */
function arriving(type: string, size: number): IncomingMessage {
  const piece = Buffer.alloc(1024 * 1024);
  let remaining = size;
  return Object.assign(new IncomingMessage(new Socket()), {
    headers: { "content-type": type },
    _read(this: IncomingMessage) {
      this.push(remaining-- > 0 ? piece : null);
    },
  });
}

async function closed(socket: Socket): Promise<never> {
  await once(socket, "close");
  throw new Error("The connection was closed.");
}

test("sends no body for an empty response", async () => {
  await using server = await startServer((_request, response) => respondJson(response, 204));
  const response = await fetch(server.url);
  expect([response.status, await response.text()]).toEqual([204, ""]);
});

const emulator = await startEmulator();
afterAll(() => emulator.close());

/** Sends raw bytes and returns the whole response. */
async function sendRaw(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(emulator.webBase).port), "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(bytes);
  return await text(socket);
}

test("responds to oversized headers and invalid HTTP with an explanation", async () => {
  const oversized = await sendRaw(`GET /?${"x".repeat(300_000)} HTTP/1.1\r\nhost: x\r\n\r\n`);
  expect(oversized).toMatch(/^HTTP\/1\.1 431 [^]*exceed 256 KiB/);
  expect(await sendRaw("Hello\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 [^]*The request is not HTTP\/1\.1\./);
});

test("responds to a request timeout with 408 and an explanation", async () => {
  const socket = new PassThrough();
  createLimitedServer().emit("clientError", { code: "ERR_HTTP_REQUEST_TIMEOUT" }, socket);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 [^]*did not arrive within 30 seconds/);
});

test("destroys a connection that is no longer writable", () => {
  const socket = new PassThrough();
  socket.end();
  createLimitedServer().emit("clientError", { code: "HPE_HEADER_OVERFLOW" }, socket);
  expect(socket.destroyed).toBe(true);
});

test.each([
  [
    "is refused a WebSocket",
    "GET /elsewhere HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  ],
  ["sends invalid HTTP", "Hello\r\n\r\n"],
])("closes the emulator even if a client %s and never disconnects", async (_what, bytes) => {
  const other = await startEmulator();
  const socket = connect({
    port: Number(new URL(other.webBase).port),
    host: "127.0.0.1",
    allowHalfOpen: true,
  });
  socket.on("error", () => undefined);
  socket.write(bytes);
  await once(socket.resume(), "end");
  await other.close();
  socket.destroy();
});

const isOwn = (host: string | undefined) =>
  isOwnHost({ headers: { host } } as IncomingMessage, "http://127.0.0.1:8181");

test.each([
  "127.0.0.1:8181",
  "localhost:8181",
  "192.168.7.1:8181",
  "[::1]:8181",
  "emulator:8181",
  "host.docker.internal:8181",
  "game.test",
  "discord.com",
  "canary.discord.com.",
  "cdn.discordapp.com",
  "gateway.discord.gg:443",
])("accepts the host %s", (host) => {
  expect(isOwn(host)).toBe(true);
});

test.each([
  "evil.example:8181",
  "127.0.0.1.evil.example:8181",
  "discord.com.evil.example",
  "notdiscord.com",
  "localhost.evil.example",
  "evil.example.",
  "a b.localhost:8181:1",
  "",
  undefined,
])("rejects the host %s", (host) => {
  expect(isOwn(host)).toBe(false);
});
