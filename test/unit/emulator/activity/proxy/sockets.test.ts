import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { requestSocket, originHost, useMappedPage } from "../../../../setup/activity/activity-origin.ts";
import { handshakeOf } from "../../../../setup/activity/activity-page.ts";
import type { ActivityWindow } from "../../../../../src/emulator/activity/window.ts";

const at = useMappedPage();

describe("a WebSocket to an Activity origin", () => {
  it("is forwarded with its subprotocol in both directions, without a warning about too many listeners", async () => {
    using warn = vi.spyOn(process, "emitWarning");
    const server = createServer();
    const sockets = new WebSocketServer({ server });
    sockets.on("connection", (socket, request) => {
      socket.on("message", (data) =>
        socket.send(`${request.url} ${String(request.headers.host)} ${(data as Buffer).toString()}`),
      );
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    at.map({ prefix: "/live", target: `127.0.0.1:${port}` });
    const client = new WebSocket(`${at.origin.webBase.replace("http", "ws")}/.proxy/live/x?y`, "chat", {
      headers: { host: originHost(at.origin) },
    });
    await once(client, "open");
    client.send("hello");
    const [data] = (await once(client, "message")) as [Buffer];
    expect([client.protocol, data.toString()]).toEqual(["chat", `/x?y 127.0.0.1:${port} hello`]);
    const [opened] = sockets.clients;
    client.terminate();
    if (opened && opened.readyState !== opened.CLOSED) await once(opened, "close");
    sockets.close();
    server.close();
    expect(warn).not.toHaveBeenCalled();
  });

  it("is rejected with the server's own response or with an explanation", async () => {
    at.map();
    at.origin.open();
    at.serve = (_request, response) => response.writeHead(418, "Teapot").end();
    expect(await requestSocket(at.origin, "/x")).toEqual({ status: 418, text: "" });
    at.map({ prefix: "/api", target: "127.0.0.1:1" });
    expect(await requestSocket(at.origin, "/x")).toMatchObject({
      status: 404,
      text: expect.stringContaining("No URL mapping"),
    });
    expect(await requestSocket(at.origin, "/api")).toMatchObject({ status: 502 });
    expect(await requestSocket(at.origin, "/", { host: "7.localhost" })).toMatchObject({ status: 503 });
    expect(at.problems()).toEqual([
      expect.stringContaining("responded to WebSocket /x with 418"),
      expect.stringContaining("No URL mapping matches /x."),
      expect.stringContaining("No server responds at http://127.0.0.1:1"),
    ]);
  });
});

/** Opens the host page's WebSocket. */
async function open(window: ActivityWindow) {
  const host = originHost(at.origin);
  const url = `${at.origin.webBase.replace("http", "ws")}/.slashpass/frame?ticket=${window.ticket}`;
  const socket = new WebSocket(url, { headers: { host, origin: `http://${host}` } });
  const came: unknown[] = [];
  const closed = once(socket, "close") as Promise<[code: number, reason: Buffer]>;
  let wake: () => void = () => undefined;
  socket.on("message", (data) => {
    came.push(JSON.parse((data as Buffer).toString()));
    wake();
  });
  await once(socket, "open");
  const many = async (count: number): Promise<unknown[]> => {
    while (came.length < count) await new Promise<void>((resolve) => (wake = resolve));
    return came;
  };
  return { socket, many, closed, send: (message: unknown) => socket.send(JSON.stringify(message)) };
}

const hello = (window: ActivityWindow) => [0, handshakeOf(window)];
const ready = [1, expect.objectContaining({ evt: "READY" })];

describe("the host page's socket", () => {
  it("relays messages from the Activity and problems from its window", async () => {
    const window = at.origin.open();
    window.problems.add({ at: 1, message: "before", hint: "" });
    const { many, send, socket } = await open(window);
    window.problems.add({ at: 2, message: "after", hint: "" });
    send(hello(window));
    expect(await many(3)).toEqual([
      { at: 1, message: "before", hint: "" },
      { at: 2, message: "after", hint: "" },
      ready,
    ]);
    socket.terminate();
  });

  it("starts a new connection for each page that the window loads", async () => {
    const window = at.origin.open();
    const { many, send, socket } = await open(window);
    send(hello(window));
    await many(1);
    send({ page: "new" });
    send(hello(window));
    expect(await many(2)).toEqual([ready, ready]);
    expect(socket.readyState).toBe(WebSocket.OPEN);
    socket.terminate();
  });

  it("is closed when the window closes or is opened elsewhere", async () => {
    const window = at.origin.open();
    const first = await open(window);
    const second = await open(window);
    expect((await first.closed)[0]).toBe(1000);
    window.close();
    const [code, reason] = await second.closed;
    expect([code, reason.toString()]).toEqual([1000, "This Activity window was closed or opened elsewhere."]);
  });

  it("removes the player a while after the socket closes", async () => {
    const window = at.origin.open();
    const { socket, closed } = await open(window);
    socket.close();
    await closed;
    const left = new Promise<void>((resolve) => at.origin.world.activities.listen(() => resolve()));
    await new Promise((resolve) => setImmediate(resolve));
    at.origin.world.clock.advance(60_000);
    await left;
    expect(window.isClosed).toBe(true);
  });

  it.each([3_000, 4_000, 5_000, 6_000, 7_000, 20_000])(
    "is closed after a message with arrays nested %i levels deep",
    async (depth) => {
      const window = at.origin.open();
      const { many, send, socket, closed } = await open(window);
      send(hello(window));
      await many(1);
      const nested = "[".repeat(depth) + "]".repeat(depth);
      socket.send(`[1,{"cmd":"GET_CHANNEL","nonce":${nested}}]`);
      expect((await closed)[0]).toBe(1003);
      const next = await open(window);
      next.send(hello(window));
      expect(await next.many(1)).toEqual([ready]);
      next.socket.terminate();
    },
  );

  it.each(["{}", "no JSON", Buffer.from("[1]")])("is closed after the invalid message %s", async (text) => {
    const { socket, closed } = await open(at.origin.open());
    socket.send(text);
    expect((await closed)[0]).toBe(1003);
  });
});
