import { type ClientError, validationError } from "../../core/errors.ts";

/** A body as received. For a view, such as a Buffer or DataView, only the viewed bytes count. */
export type RawBody = string | ArrayBuffer | ArrayBufferView;

/**
 * @returns `undefined` for the values of body parsers without input: `undefined`, `null`, or an empty object.
 * @throws ClientError `invalid_body` for a parsed body, a stream, or shared memory, which could change after verification.
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

/** A detached buffer has length 0 and cannot be viewed. */
function bytesIn(buffer: ArrayBuffer, offset: number, length: number): Uint8Array {
  return length === 0 ? new Uint8Array() : new Uint8Array(buffer, offset, length);
}

/** Also checks the tag, because test runners and workers have several `ArrayBuffer` classes. */
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
    `The body is neither text nor bytes (${kind}), but the signature covers the raw bytes.`,
    "Pass the raw body. Express: put express.raw({ type: '*/*' }) in front of this route, and no other body parser. " +
      "Fastify: addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => done(null, body)). " +
      "Next.js: await request.arrayBuffer() in a route handler; in pages/api set bodyParser to false and read the request as a stream.",
  );
}

const slabBytes = 64 * 1024;

// Larger ones are rare enough for separate allocations.
const longestSlice = 4 * 1024;

let slab = new Uint8Array(0);

let used = 0;

/**
 * Returns a slice of a larger array, because one allocation per request is slower under load. Each slice is used only once.
 *
 * @internal
 */
export function takeSlice(length: number): Uint8Array<ArrayBuffer> {
  // The offset is shared by all requests, so only a valid length may advance it.
  if (!Number.isInteger(length) || length < 0 || length > longestSlice) return new Uint8Array(length);
  if (used + length > slab.length) {
    slab = new Uint8Array(slabBytes);
    used = 0;
  }
  used += length;
  return slab.subarray(used - length, used);
}
