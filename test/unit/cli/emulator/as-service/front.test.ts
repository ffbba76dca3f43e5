import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { connect as connectWithTls } from "node:tls";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Front } from "../../../../../src/cli/emulator/as-service/front.ts";
import { ownCertificate } from "../../../../setup/own-certificate.ts";

const { key, cert } = ownCertificate;

let echo: Server;
let target: number;
const sockets = new Set<Socket>();
beforeAll(async () => {
  echo = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    socket.pipe(socket);
  });
  await once(echo.listen(0, "127.0.0.1"), "listening");
  target = (echo.address() as AddressInfo).port;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  return new Promise((resolve) => echo.close(resolve));
});

const start = (port = target, ports: readonly [number, number] = [0, 0]) =>
  Front.start({ target: port, key: Buffer.from(key), cert: Buffer.from(cert), ports });

describe("Front", () => {
  it("forwards all data in both directions", async () => {
    await using front = await start();
    const [tls = 0, plain = 0] = front.ports;
    const host = "127.0.0.1";
    const visitors = [
      connect(plain, host),
      connectWithTls({ port: tls, host, ca: cert, servername: "discord.com" }),
    ];
    for (const socket of visitors) {
      socket.end("hello");
      expect(await text(socket)).toBe("hello");
    }
  });

  it("closes connections that cannot be forwarded or lack TLS, and accepts the next one", async () => {
    await using silent = await start(1);
    const refused = connect(silent.ports[1] ?? 0, "127.0.0.1").on("error", () => undefined);
    await once(refused, "close");

    await using front = await start();
    const [tls = 0, plain = 0] = front.ports;
    const wrong = connect(tls, "127.0.0.1").on("error", () => undefined);
    wrong.write("GET / HTTP/1.1\r\n\r\n");
    await once(wrong, "close");
    const next = connect(plain, "127.0.0.1");
    next.end("next");
    expect(await text(next)).toBe("next");
  });

  it("closes its connections when it is disposed", async () => {
    const front = await start();
    const visitors = front.ports.map((port) => connect(port, "127.0.0.1").on("error", () => undefined));
    await Promise.all(visitors.map((socket) => once(socket, "connect")));
    const closed = Promise.all(visitors.map((socket) => once(socket, "close")));
    await front[Symbol.asyncDispose]();
    await closed;
  });

  it("releases the other port if one is taken", async () => {
    const free = createServer();
    await once(free.listen(0, "127.0.0.1"), "listening");
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    await expect(start(target, [port, target])).rejects.toMatchObject({ code: "EADDRINUSE" });
    await once(free.listen(port, "127.0.0.1"), "listening");
    await new Promise((resolve) => free.close(resolve));
  });
});
