import { createServer, request as forward, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { EventEmitter, once } from "node:events";

/** A proxy for the service that can become unavailable. Its URL does not change. */
export interface GatedService extends AsyncDisposable {
  readonly apiBase: string;
  /** Stops responding; emits "held" for each request. */
  readonly hold: () => EventEmitter;
  /** Responds with 503 to every request. */
  readonly fail: () => void;
  readonly leave: () => Promise<void>;
}

export async function startGatedService(apiBase: string): Promise<GatedService> {
  const { origin, pathname } = new URL(apiBase);
  const requests = new EventEmitter();
  let state: "open" | "held" | "failing" = "open";
  const server = createServer((request, response) => {
    if (state === "held") return void requests.emit("held");
    if (state === "failing") return void response.writeHead(503).end("{}");
    const { method, url = "/", headers } = request;
    const upstream = forward(new URL(url, origin), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    upstream.on("error", () => response.destroy());
    request.pipe(upstream);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    apiBase: `http://127.0.0.1:${port}${pathname}`,
    hold: () => {
      state = "held";
      return requests;
    },
    fail: () => void (state = "failing"),
    leave: () => close(server),
    [Symbol.asyncDispose]: () => close(server),
  };
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}
