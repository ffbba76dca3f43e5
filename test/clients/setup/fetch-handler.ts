import type { RequestListener } from "node:http";
import { buffer } from "node:stream/consumers";

/** A handler as workers have it, on a server of Node. */
export function listenWith(handle: (request: Request) => Response | Promise<Response>): RequestListener {
  return async (incoming, outgoing) => {
    const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const request = new Request(`http://bot${incoming.url}`, {
      method: incoming.method ?? "GET",
      headers,
      ...(incoming.method === "POST" && { body: await buffer(incoming) }),
    });
    const response = await handle(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  };
}
