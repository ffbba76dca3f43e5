import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { startEmulator } from "../../../../../src/emulator/index.ts";
import { askSocket, originHost } from "../../../../setup/activity/ask-origin.ts";
import { useMappedPage } from "../../../../setup/activity/mapped-page.ts";

const at = useMappedPage();

describe("WebSocket of an Activity origin", () => {
  it("does not trigger Node's warning about more than ten listeners", async () => {
    const warnings: string[] = [];
    const hear = ({ message }: Error) => void warnings.push(message);
    process.on("warning", hear);
    const server = createServer();
    const sockets = new WebSocketServer({ server });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    await using emulator = await startEmulator();
    const { application } = emulator;
    const target = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    application.setActivity({ mappings: [{ prefix: "/", target }] });
    const { port } = new URL(emulator.webBase);
    const client = new WebSocket(`ws://127.0.0.1:${port}/`, {
      headers: { host: `${application.id}.localhost:${port}` },
    });
    await once(client, "open");
    client.close();
    await once(client, "close");
    sockets.close();
    server.close();
    process.off("warning", hear);
    expect(warnings).toEqual([]);
  });

  it("is forwarded with its subprotocol in both directions", async () => {
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
  });

  it("is rejected with the server's own response or an explanation", async () => {
    at.map();
    at.origin.open();
    at.serve = (_request, response) => response.writeHead(418, "Teapot").end();
    expect(await askSocket(at.origin, "/x")).toEqual({ status: 418, text: "" });
    at.map({ prefix: "/api", target: "127.0.0.1:1" });
    expect(await askSocket(at.origin, "/x")).toMatchObject({
      status: 404,
      text: expect.stringContaining("No URL mapping"),
    });
    expect(await askSocket(at.origin, "/api")).toMatchObject({ status: 502 });
    expect(await askSocket(at.origin, "/", { host: "7.localhost" })).toMatchObject({ status: 503 });
    expect(at.told()).toEqual([
      expect.stringContaining("answered WebSocket /x with 418"),
      expect.stringContaining("No URL mapping fits /x."),
      expect.stringContaining("Nothing answers at http://127.0.0.1:1"),
    ]);
  });
});
