import { request as forward } from "node:http";
import { EventEmitter } from "node:events";
import { startServer } from "../emulator/game.ts";

export type GatedService = Awaited<ReturnType<typeof startGatedService>>;

/** Starts a proxy for the service that can become unavailable. Its URL does not change. */
export async function startGatedService(apiBase: string) {
  const { origin, pathname } = new URL(apiBase);
  const requests = new EventEmitter();
  let state: "open" | "held" | "failing" = "open";
  const server = await startServer((request, response) => {
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
  return {
    apiBase: new URL(pathname, server.url).href,
    /** Stops responding; emits "held" for each request. */
    hold: () => {
      state = "held";
      return requests;
    },
    /** Responds with 503 to every request. */
    fail: () => void (state = "failing"),
    leave: () => server.close(),
    [Symbol.asyncDispose]: () => server.close(),
  };
}
