import { once } from "node:events";
import { connect } from "node:net";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { createLimitedServer } from "../../../../src/emulator/base/http.ts";
import { startEmulator } from "../../../../src/emulator/index.ts";

const emulator = await startEmulator();
afterAll(() => emulator.close());

/** Sends raw bytes and returns the whole response. */
async function sendRaw(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(emulator.webBase).port), "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(bytes);
  return await text(socket);
}

test("responds to oversized headers with 431 and an explanation", async () => {
  const answer = await sendRaw(`GET /?${"x".repeat(300_000)} HTTP/1.1\r\nhost: x\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toContain("longer than 256 KiB");
});

test("responds to invalid HTTP with 400 and an explanation", async () => {
  const answer = await sendRaw("Hello\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain("The request is not HTTP/1.1.");
});

test("responds to a request timeout with 408 and an explanation", async () => {
  const socket = new PassThrough();
  createLimitedServer().emit("clientError", { code: "ERR_HTTP_REQUEST_TIMEOUT" }, socket);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 [^]*did not arrive within 30 seconds/);
});

test("responds to an unknown error with 400 and an explanation", async () => {
  const socket = new PassThrough();
  createLimitedServer().emit("clientError", new Error("unknown"), socket);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
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
  ["is told that it speaks no HTTP", "Hello\r\n\r\n"],
])("closes although a client %s and never hangs up", async (_what, bytes) => {
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
