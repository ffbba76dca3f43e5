import { EventEmitter, once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  Front,
  Inside,
  isInside,
  withoutNamespace,
} from "../../../../../src/cli/emulator/as-service/inside.ts";
import { freePort } from "../../../../setup/free-port.js";
import { ownCertificate } from "../../../../setup/own-certificate.ts";
import { temporaryFolder } from "../../../../setup/temporary-folder.ts";
import { connect as connectWithTls } from "node:tls";

/** Returns a fake process, started by an outer run, that records its actions. */
function channel(connected = true) {
  const did: unknown[] = [];
  const process = {
    did,
    connected,
    pid: 5,
    kill: (pid: number, signal: string) => void did.push([pid, signal]),
    send: (message: string) => void did.push(message),
    channel: { unref: () => void did.push("does not wait") },
  };
  return Object.assign(new EventEmitter(), process);
}

const environment = (port: number, folder = "/nowhere") => ({
  WORD: "hello",
  SLASHPASS_NAMESPACE: folder,
  SLASHPASS_NAMESPACE_PORT: String(port),
});

describe("Inside", () => {
  it("is detected from environment variables that are hidden from the user's program", () => {
    const env = environment(80);
    expect([isInside({ env }), isInside({ env: withoutNamespace(env) })]).toEqual([true, false]);
    expect(withoutNamespace(env)).toEqual({ WORD: "hello" });
  });

  it("handles signals from the outer run and exits when that run exits or has exited", () => {
    const outside = channel();
    const inside = new Inside({ env: environment(8181) }, outside);
    expect(inside.port).toBe(8181);
    outside.emit("message", "SIGHUP");
    outside.emit("disconnect");
    expect(outside.did).toEqual(["does not wait", [5, "SIGHUP"], [5, "SIGTERM"]]);
    const gone = channel(false);
    expect(new Inside({ env: {} }, gone).port).toBeNaN();
    expect(gone.did).toContainEqual([5, "SIGTERM"]);
  });

  it("deletes the key and connects the front to the emulator when opened", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "key.pem"), ownCertificate.key);
    writeFileSync(join(folder, "certificate.pem"), ownCertificate.cert);
    const outside = channel();
    await using inside = new Inside({ env: environment(target, folder) }, outside);
    await inside.open([0, 0]);
    expect(existsSync(join(folder, "key.pem"))).toBe(false);
    expect(outside.did).toContain("served");

    const server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    outside.emit("message", "server", server);
    const visitor = connect((server.address() as AddressInfo).port, "127.0.0.1");
    visitor.write("hello");
    expect(String(await once(visitor, "data"))).toBe("hello");
    visitor.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
});

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

  it("accepts the next connection after closing one that cannot be forwarded or lacks TLS", async () => {
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

  it("releases its first port if the second is in use", async () => {
    const port = await freePort();
    await expect(start(target, [port, target])).rejects.toMatchObject({ code: "EADDRINUSE" });
    const next = createServer();
    await once(next.listen(port, "127.0.0.1"), "listening");
    await new Promise((resolve) => next.close(resolve));
  });
});
