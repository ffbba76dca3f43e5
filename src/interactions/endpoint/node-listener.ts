import type { IncomingMessage, ServerResponse } from "node:http";
import type { SignedEndpoint } from "./endpoint.ts";
import type { BodyFailure, BodyLimits, IncomingRequest } from "./incoming.ts";
import { headersOf, type Reply } from "./reply.ts";

/** A listener of `node:http`; it is a handler of Express as well. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Puts a handler on Node's own HTTP server: `createServer(createNodeListener(handler))`. It needs the raw body, so it
 * stands in front of body parsers; behind one it answers 500 and reports `body_already_read`.
 */
export function createNodeListener(handler: SignedEndpoint): NodeListener {
  return (request, response) => {
    void handler.receive(fromIncoming(request)).then((reply) => write(request, response, reply));
  };
}

function fromIncoming(request: IncomingMessage): IncomingRequest {
  return {
    method: request.method ?? "",
    header: (name) => {
      const value = request.headers[name];
      return typeof value === "string" ? value : undefined;
    },
    readBody: (limits) => readBody(request, limits),
  };
}

function write(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  const { status, body = "" } = reply;
  // A body that is late is not waited for; one that is merely unwanted is read to its end and dropped.
  if (status === 408) response.shouldKeepAlive = false;
  else request.resume();
  response.writeHead(status, { ...headersOf(reply), "content-length": Buffer.byteLength(body) }).end(body);
}

function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Uint8Array | BodyFailure> {
  if (request.readableDidRead) return Promise.resolve(500);
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const finish = (body: Uint8Array | BodyFailure): void => {
      clearTimeout(timer);
      request.removeListener("data", add).pause();
      resolve(body);
    };
    const add = (chunk: Uint8Array): void => {
      size += chunk.length;
      if (size > limits.maxBytes) finish(413);
      else chunks.push(chunk);
    };
    const timer = setTimeout(() => finish(408), limits.timeoutMs);
    request.on("data", add);
    request.once("end", () => finish(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.once("error", () => finish(400));
    request.once("close", () => finish(400));
  });
}
