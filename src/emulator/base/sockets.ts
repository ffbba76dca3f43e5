import type * as WebSockets from "ws";
import { loadOnce } from "../../core/lazy.ts";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";

/** The package, which the build puts beside ours: nothing of it is read before a bot comes. */
export const loadWebSockets: () => Promise<typeof WebSockets> = loadOnce(() => import("ws"));

/** A request for a protocol upgrade, and its connection. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** The bytes that came after it already. */
  readonly head: Buffer;
}

export function wantsWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === "websocket";
}

/**
 * Answers a request as if it had not asked for another protocol, as a server may that does not speak it: some clients ask
 * for HTTP/2 each time.
 */
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

/** Says that there is nothing at the address. */
export function refuseUpgrade(socket: Duplex): void {
  endWith(socket, "HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n");
}

/** Says a last word. Nobody has to hang up in turn: a peer that never does would keep its connection. */
export function endWith(socket: Duplex, text: string): void {
  socket.end(text, () => socket.destroy());
}
