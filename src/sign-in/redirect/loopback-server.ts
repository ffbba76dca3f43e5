import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import { guarded } from "../../core/check/guarded.ts";

/** A redirect is one small GET: whatever is larger or slower is something else. Cookies of other local servers come along. */
const limits = {
  maxHeaderSize: 64 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  // The check of the Host header is ours, so that a missing one is counted as well.
  requireHostHeader: false,
};

/** Connections at once. A browser needs two or three. */
const mostConnections = 128;

/** An HTTP server that silent or slow connections cannot block: the newest connection replaces the oldest. */
export function createLoopbackServer(): Server {
  const server = createServer(limits);
  const sockets = new Set<Socket>();
  const take = (socket: Socket) => {
    sockets.add(socket);
    // The server keeps the process alive while a flow waits; afterwards nothing does.
    socket.unref();
    socket.once(
      "close",
      guarded(
        () => sockets.delete(socket),
        () => socket.destroy(),
      ),
    );
    const [oldest] = sockets;
    if (sockets.size > mostConnections) oldest?.destroy();
  };
  server.on(
    "connection",
    guarded(take, (_error, socket) => socket.destroy()),
  );
  return server;
}

/** Binds the literal address: port 0 is any free one. */
export function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    // exclusive: a cluster must not hand the redirect of one process to another
    server.listen({ host, port, exclusive: true }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** A browser may hold an open, silent connection, for which `close` alone would wait. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
