import { createServer, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { pageHeaders, renderPage } from "./page.ts";

/** Longest address and headers that are read at all: enough to tell which part of a request is too long. */
const longestHead = 256 * 1024;
const headersTimeout = 10_000;
const requestTimeout = 30_000;

/** A server that answers in words what Node would answer with an empty body, and ends connections that keep it waiting. */
export function createLimitedServer(): Server {
  const server = createServer({ maxHeaderSize: longestHead, headersTimeout, requestTimeout });
  server.on("clientError", (error: { readonly code?: string }, socket) => refuse(socket, error.code));
  return server;
}

function refuse(socket: Duplex, code = ""): void {
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
