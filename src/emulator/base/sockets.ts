import type * as WebSockets from "ws";
import { loadOnce } from "../../core/lazy.ts";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

export const loadWebSockets: () => Promise<typeof WebSockets> = loadOnce(() => import("ws"));

export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
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
