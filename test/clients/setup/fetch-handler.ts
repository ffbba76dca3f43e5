import type { RequestListener } from "node:http";
import { buffer } from "node:stream/consumers";

/** Adapts a Fetch API handler, as used by workers, to a Node.js server. */
export function listenWith(handle: (request: Request) => Response | Promise<Response>): RequestListener {
  return async (incoming, outgoing) => {
    const { method = "GET", url = "/", headers } = incoming;
    const request = new Request(new URL(url, `http://${headers.host ?? ""}`), {
      method,
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      ...(method === "POST" && { body: await buffer(incoming) }),
    });
    const response = await handle(request);
    outgoing.statusCode = response.status;
    for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
    outgoing.end(Buffer.from(await response.arrayBuffer()));
  };
}
