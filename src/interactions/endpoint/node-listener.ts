import { guarded } from "../../core/check/callback.ts";
import { wrongArgument } from "../../core/check/readers.ts";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { SignedEndpoint } from "./endpoint.ts";
import {
  type Problem,
  type BodyFailure,
  type BodyLimits,
  type IncomingRequest,
  headersOf,
  type EndpointResponse,
} from "./incoming.ts";

/** A `node:http` request listener, which also works as an Express handler. @stable */
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Creates a listener for Node's HTTP server: `createServer(createNodeListener(handler))`. It needs the raw body, so add it before
 * any body parser. If the body has already been read, it responds with 500 and reports `body_already_read`.
 *
 * @stable
 */
export function createNodeListener(handler: SignedEndpoint): NodeListener {
  if (typeof handler !== "function" || typeof handler.receive !== "function") {
    throw wrongArgument(
      "handler",
      handler,
      "a result of createInteractionHandler(), createEventHandler() or createTokenHandler()",
    );
  }
  return (request, response) => void answer(handler, request, response);
}

async function answer(
  handler: SignedEndpoint,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    if (isAnswered(response)) return handler.report(alreadySent);
    const result = await handler.receive(fromIncoming(request));
    if (isAnswered(response)) return handler.report(alreadySent);
    write(request, response, result);
  } catch (error) {
    handler.report({ code: "endpoint_failed", message: "A response could not be sent.", error });
    response.destroy();
  }
}

const alreadySent: Problem = {
  code: "response_already_sent",
  message:
    "Middleware responded before the handler could. Middleware before the handler must not respond or end the request.",
};

/** A closed connection does not count as answered, because writes to it are discarded. */
function isAnswered(response: ServerResponse): boolean {
  return response.headersSent || response.writableEnded;
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

function write(request: IncomingMessage, response: ServerResponse, result: EndpointResponse): void {
  const { status, body = "" } = result;
  // After a slow body, the connection is closed. Otherwise, any unread data is drained.
  if (status === 408) response.shouldKeepAlive = false;
  else request.resume();
  response.writeHead(status, { ...headersOf(result), "content-length": Buffer.byteLength(body) }).end(body);
}

function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Uint8Array | BodyFailure> {
  if (request.readableDidRead) return Promise.resolve(500);
  // Once a request is destroyed, it emits no more events, not even `close`.
  if (request.destroyed) return Promise.resolve(400);
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const finish = (body: Uint8Array | BodyFailure): void => {
      clearTimeout(timer);
      request.removeListener("data", onData).pause();
      resolve(body);
    };
    const add = (chunk: Uint8Array): void => {
      size += chunk.length;
      if (size > limits.maxBytes) finish(413);
      else chunks.push(chunk);
    };
    const timer = setTimeout(() => finish(408), limits.timeoutMs);
    const fail = () => finish(400);
    const join = () => finish(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    const onData = guarded(add, fail);
    request.on("data", onData);
    request.once("end", guarded(join, fail));
    request.once("error", guarded(fail, fail));
    request.once("close", guarded(fail, fail));
  });
}
