import { type ClientError, validationError } from "../../core/errors.ts";

/** A body exactly as it arrived. A view, such as Node's Buffer or a DataView, counts as the bytes that it shows. */
export type RawBody = string | ArrayBuffer | ArrayBufferView;

/**
 * The bytes of a body, in an array of our own making with a true length.
 *
 * @returns undefined for the values that body parsers leave when they read nothing: `undefined`, `null`, or an empty object.
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

/** No bytes means no view: memory transferred to another thread cannot be viewed. */
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

const slabBytes = 64 * 1024;

// Longer ones are rare, and worth an allocation of their own.
const longestSlice = 4 * 1024;

let slab = new Uint8Array(0);

let used = 0;

/**
 * Bytes for one use, cut from a larger array: under load an allocation for every request, and collecting it, costs more than
 * all the copying. None is handed out twice.
 *
 * @internal
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
