import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listenLocally } from "../frame/port-holder.ts";
import type { HandlerRequest, HandlerResponse } from "./serve-handler.ts";

/** Higher than a handler's own limit, so that the handler can send its own error response. */
const mostBytes = 8 * 1024 * 1024;

interface EndpointInit {
  /** Default: a free port. */
  readonly port: number | undefined;
  readonly ask: (request: HandlerRequest) => Promise<HandlerResponse>;
  readonly onFailure: (error: unknown) => void;
}

export interface Endpoint extends AsyncDisposable {
  readonly origin: string;
}

export async function startEndpoint({ port = 0, ask, onFailure }: EndpointInit): Promise<Endpoint> {
  const server = createServer((request, response) => {
    answer(request, response, ask).catch((error: unknown) => {
      if (!request.complete || response.headersSent) return response.destroy();
      response.writeHead(500).end();
      return onFailure(error);
    });
  });
  const own = await listenLocally(server, port, {
    what: "The endpoint",
    hint: "Stop the program that uses the port, or choose another one with --port.",
  });
  return {
    origin: `http://127.0.0.1:${own}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  ask: EndpointInit["ask"],
): Promise<void> {
  const body = await readBody(request);
  if (body === undefined) return void response.writeHead(413, { connection: "close" }).end();
  const { method = "GET", url = "/", headers } = request;
  const given = await ask({
    url: new URL(url, `http://${headers.host ?? "127.0.0.1"}`).href,
    method,
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
    body: body.length > 0 ? body : undefined,
  });
  response.statusCode = given.status;
  // Omits Content-Length and Transfer-Encoding, because the body is buffered and Node sets its length.
  for (const [name, value] of given.headers)
    if (!/^(?:content-length|transfer-encoding)$/i.test(name)) response.appendHeader(name, value);
  response.end(given.body);
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
