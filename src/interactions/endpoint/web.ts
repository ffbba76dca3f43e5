import { type ClientError, validationError } from "../../core/errors.ts";
import { wrongArgument, isObject } from "../../core/check/readers.ts";
import { type BodyFailure, type BodyLimits, type IncomingRequest, headersOf, type EndpointAnswer } from "./endpoint.ts";

const slabBytes = 64 * 1024;
// What is longer is rare, and worth an allocation of its own.
const longestSlice = 4 * 1024;

let slab = new Uint8Array(0);
let used = 0;

/**
 * Bytes for one use, cut from a larger array: under load an allocation for every request, and collecting it, costs more than
 * all the copying. None is handed out twice.
 */
export function takeSlice(length: number): Uint8Array<ArrayBuffer> {
  // The position is shared by all requests: only a length that can be counted may move it.
  if (!Number.isInteger(length) || length < 0 || length > longestSlice) return new Uint8Array(length);
  if (used + length > slab.length) {
    slab = new Uint8Array(slabBytes);
    used = 0;
  }
  used += length;
  return slab.subarray(used - length, used);
}

/** A body exactly as it arrived. A view, such as Node's Buffer or a DataView, counts as the bytes that it shows. */
export type RawBody = string | ArrayBuffer | ArrayBufferView;

/**
 * The bytes of a body, in an array of our own making, whose length is what it says.
 *
 * @returns undefined for what body parsers leave when they read nothing: `undefined`, `null`, or an empty object.
 * @throws ClientError `invalid_body` for a parsed body, a stream, or memory that another thread can change after the check.
 */
export function toBytes(body: unknown): Uint8Array | undefined {
  if (typeof body === "string") return encoder.encode(body);
  if (ArrayBuffer.isView(body)) {
    if (!isArrayBuffer(body.buffer)) throw sharedError();
    return bytesIn(body.buffer, body.byteOffset, body.byteLength);
  }
  if (isArrayBuffer(body)) return bytesIn(body, 0, body.byteLength);
  if (body === undefined || body === null) return undefined;
  if (tagOf(body) === "SharedArrayBuffer") throw sharedError();
  if (tagOf(body) === "Object" && Object.keys(body).length === 0) return undefined;
  throw notRawError(tagOf(body));
}

const encoder = new TextEncoder();

/** No bytes are no view at all: what was transferred to another thread cannot be viewed. */
function bytesIn(buffer: ArrayBuffer, offset: number, length: number): Uint8Array {
  return length === 0 ? new Uint8Array() : new Uint8Array(buffer, offset, length);
}

/** By its tag where it is not the usual one: test runners and workers have several `ArrayBuffer`. */
function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return value instanceof ArrayBuffer || tagOf(value) === "ArrayBuffer";
}

function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}

function sharedError(): ClientError {
  return validationError(
    "invalid_body",
    "The body is in shared memory, which can change after its signature was checked.",
    "Copy it first: Uint8Array.from(body).",
  );
}

function notRawError(kind: string): ClientError {
  return validationError(
    "invalid_body",
    `The body is neither text nor bytes (${kind}), but the signature covers the bytes as they came.`,
    "Pass the raw body. Express: put express.raw({ type: '*/*' }) in front of this route, and no other body parser. " +
      "Fastify: addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => done(null, body)). " +
      "Next.js: await request.arrayBuffer() in a route handler; in pages/api set bodyParser to false and read the request as a stream.",
  );
}

/**
 * A fetch-style request.
 *
 * @throws ClientError `invalid_argument` for anything else.
 */
export function fromRequest(request: Request): IncomingRequest {
  if (!isRequest(request)) throw wrongArgument("request", request, "a Request");
  return {
    method: request.method,
    header: (name) => request.headers.get(name),
    readBody: (limits) => readBody(request, limits),
  };
}

/** A fetch-style response. */
export function toResponse(answer: EndpointAnswer): Response {
  return new Response(answer.body ?? null, { status: answer.status, headers: headersOf(answer) });
}

/** Frameworks have their own class for it. */
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
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slow = new Promise<408>((resolve) => {
    timer = setTimeout(() => resolve(408), limits.timeoutMs);
  });
  const body = await Promise.race([slow, readAll(reader, limits.maxBytes)]);
  clearTimeout(timer);
  // The rest, if any, is not waited for.
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
  return concat(chunks, size);
}

function concat(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [only] = chunks;
  if (only && chunks.length === 1) return only;
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}
