import { createServer, type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { guarded } from "../../core/check/callback.ts";
import { pageHeaders, renderPage } from "./page.ts";

/** Longest address and headers that are read at all: enough to tell which part of a request is too long. */
const longestHead = 256 * 1024;
const headersTimeout = 10_000;
const requestTimeout = 30_000;

/** Everybody who is connected: the server itself knows only those who speak HTTP. */
const connections = new WeakMap<Server, ReadonlySet<Socket>>();

/** A server that answers in words what Node would answer with an empty body, and ends connections that keep it waiting. */
export function createLimitedServer(): Server {
  const server = createServer({ maxHeaderSize: longestHead, headersTimeout, requestTimeout });
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    const forget = () => sockets.delete(socket);
    sockets.add(socket);
    socket.once("close", guarded(forget, forget));
  };
  connections.set(server, sockets);
  server.on(
    "connection",
    guarded(keep, (_error, socket) => socket.destroy()),
  );
  server.on(
    "clientError",
    guarded(refuse, (_error, _problem, socket) => socket.destroy()),
  );
  return server;
}

/** Closes a server of {@link createLimitedServer}. Resolves when it listens no more, and nobody is connected: also who was asked to hang up, and never did. */
export function closeLimitedServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const socket of connections.get(server) as ReadonlySet<Socket>) socket.destroy();
  });
}

function refuse({ code = "" }: { readonly code?: string }, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  const [status, text] = reasons[code] ?? [400, "The request is not HTTP/1.1."];
  const page = renderPage("This request cannot be read", `<p role="alert">${text}</p>`);
  const headers = { ...pageHeaders, "content-length": Buffer.byteLength(page), connection: "close" };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", page].join("\r\n"));
}

const reasons: Readonly<Record<string, readonly [status: number, text: string]>> = {
  HPE_HEADER_OVERFLOW: [431, `The address and headers are longer than ${longestHead / 1024} KiB together.`],
  ERR_HTTP_REQUEST_TIMEOUT: [408, `The request did not arrive within ${requestTimeout / 1000} seconds.`],
};
