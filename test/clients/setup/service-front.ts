import { once } from "node:events";
import { readFileSync } from "node:fs";
import {
  createServer,
  type IncomingMessage,
  request as forward,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { join } from "node:path";

/** Stands where the service's names lead to in the namespace, with TLS and without, and passes everything on. */
export async function startServiceFront(target: string): Promise<{ close(): Promise<void> }> {
  const folder = process.env["SLASHPASS_NAMESPACE"] ?? "";
  const read = (name: string) => readFileSync(join(folder, name));
  const pass = (request: IncomingMessage, response: ServerResponse) => passOn(target, request, response);
  const tls = createTlsServer({ key: read("key.pem"), cert: read("certificate.pem") }, pass);
  const servers: readonly (readonly [Server, number])[] = [
    [tls, 443],
    [createServer(pass), 80],
  ];
  tls.on("upgrade", (request, socket, head) => passUpgradeOn(target, request, socket, head));
  await Promise.all(servers.map(([server, port]) => once(server.listen(port, "127.0.0.1"), "listening")));
  return {
    close: async () => {
      for (const [server] of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

/** Passes the request of a WebSocket on, and then everything in both directions. */
function passUpgradeOn(target: string, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { hostname, port } = new URL(target);
  const onward = connect(Number(port), hostname);
  const lines = [`${request.method} ${request.url} HTTP/1.1`];
  for (let at = 0; at < request.rawHeaders.length; at += 2)
    lines.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`);
  onward.write(`${lines.join("\r\n")}\r\n\r\n`);
  onward.write(head);
  const end = () => [socket, onward].forEach((stream) => void stream.destroy());
  for (const stream of [socket, onward]) stream.on("error", end).on("close", end);
  socket.pipe(onward).pipe(socket);
}

/** Passes a request on to another server, and its answer back. */
export function passOn(target: string, request: IncomingMessage, response: ServerResponse): void {
  const { method = "GET", url = "/", headers } = request;
  const onward = forward(`${target}${url}`, { method, headers }, (answer) => {
    // Kept connections would outlive the front, and fail the first request to the next.
    response.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: "close" });
    answer.pipe(response);
  });
  onward.on("error", () => response.destroy());
  request.pipe(onward);
}
