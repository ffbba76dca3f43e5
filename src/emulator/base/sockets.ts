import type { WebSocket } from "ws";
import { guarded } from "../../core/check/callback.ts";
import { loadOnce } from "../../core/lazy.ts";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

const loadWebSockets = loadOnce(() => import("ws"));

export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** Loads the WebSocket library first, so `take` is not called if the client disconnects in the meantime. */
export async function acceptWebSocket(
  { request, socket, head }: Upgrade,
  maxPayload: number,
  take: (opened: WebSocket) => void,
): Promise<void> {
  const { WebSocketServer } = await loadWebSockets();
  if (socket.destroyed) return;
  const server = new WebSocketServer({ noServer: true, clientTracking: false, maxPayload });
  const accept = guarded(take, (_error, opened) => opened.terminate());
  server.handleUpgrade(request, socket, head, accept);
}

export function wantsWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === "websocket";
}

/** Some clients offer to upgrade to HTTP/2 in every request. */
export function answerWithoutUpgrade(server: Server, { request, socket, head }: Upgrade): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = "", value = ""] = rawHeaders.slice(index, index + 2);
    if (name.toLowerCase() !== "upgrade") lines.push(`${name}: ${value}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), head]));
  server.emit("connection", socket);
}

export function refuseUpgrade(socket: Duplex): void {
  endWith(socket, "HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
}

/** Does not wait for the peer to close its side. */
export function endWith(socket: Duplex, text: string): void {
  socket.end(text, () => socket.destroy());
}
