import { wrongArgument, isObject } from "../../core/check/readers.ts";
import {
  type BodyFailure,
  type BodyLimits,
  type IncomingRequest,
  headersOf,
  tooSlow,
  within,
  type EndpointResponse,
} from "./incoming.ts";

/** Wraps a fetch-style request. */
export function fromRequest(request: Request): IncomingRequest {
  if (!isRequest(request)) throw wrongArgument("request", request, "a Request");
  return {
    method: request.method,
    header: (name) => request.headers.get(name),
    readBody: (limits) => readBody(request, limits),
  };
}

export function toResponse(answer: EndpointResponse): Response {
  return new Response(answer.body ?? null, { status: answer.status, headers: headersOf(answer) });
}

/** Avoids `instanceof`, because frameworks have their own Request classes. */
function isRequest(value: unknown): boolean {
  try {
    if (!isObject(value) || typeof value["method"] !== "string") return false;
    return isObject(value["headers"]) && typeof value["headers"]["get"] === "function";
  } catch {
    return false;
  }
}

async function readBody(request: Request, limits: BodyLimits): Promise<Uint8Array | BodyFailure> {
  if (request.bodyUsed || request.body?.locked) return 500;
  if (Number(request.headers.get("content-length")) > limits.maxBytes) return 413;
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  const result = await within(limits.timeoutMs, readAll(reader, limits.maxBytes));
  const body = result === tooSlow ? 408 : result;
  // The cancellation is not awaited.
  if (typeof body === "number") reader.cancel().catch(() => undefined);
  return body;
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array | BodyFailure> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.length;
      if (size > maxBytes) return 413;
      chunks.push(next.value);
    }
  } catch {
    return 400;
  }
  const [only] = chunks;
  if (only && chunks.length === 1) return only;
  const body = new Uint8Array(size);
  let end = 0;
  for (const chunk of chunks) {
    body.set(chunk, end);
    end += chunk.length;
  }
  return body;
}
