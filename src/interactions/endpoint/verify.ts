import { readPublicKey } from "../../core/check/public-key.ts";
import { readable } from "../../core/check/readers.ts";
import { type ClientError, validationError } from "../../core/errors.ts";

const encoder = new TextEncoder();

/** Returns `undefined` unless `text` has exactly `2 * length` hexadecimal digits, in upper or lower case. */
function parseHex(text: string, length: number): Uint8Array<ArrayBuffer> | undefined {
  return text.length === 2 * length && /^[\da-f]*$/i.test(text) ? hexBytes(text) : undefined;
}

function hexBytes(digits: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(digits.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

export function isTimestamp(text: string): boolean {
  return /^\d{1,20}$/.test(text);
}

type Verify = (signature: unknown, timestamp: unknown, body: unknown) => Promise<boolean>;

/** An unverified request. @stable */
export interface SignedMessage {
  /**
   * The application's public key: 64 hexadecimal digits (developer portal, "General Information"). Surrounding whitespace is
   * removed.
   */
  readonly publicKey: string;
  /** The `X-Signature-Ed25519` header. An array, which Node's header types allow, is treated as invalid. */
  readonly signature: string | readonly string[] | null | undefined;
  /** The `X-Signature-Timestamp` header. */
  readonly timestamp: string | readonly string[] | null | undefined;
  /** The body exactly as received, before any parsing. A missing body is treated as invalid. */
  readonly body: RawBody | null | undefined;
}

/**
 * Verifies that a request comes from the service. The Ed25519 signature covers the timestamp followed by the raw body (Discord
 * documentation, Interactions, "Validating Security Request Headers"). Returns `false` for malformed input. Unlike
 * `createInteractionHandler`, does not check the timestamp's age.
 *
 * @stable
 * @throws ClientError `invalid_public_key` if the application's key is malformed; `invalid_body` if the body was already parsed.
 *   The latter includes a hint for Express, Fastify and Next.js.
 */
export async function verifyInteraction(message: SignedMessage): Promise<boolean> {
  if (typeof message !== "object" || message === null) {
    const hint = "Pass { publicKey, signature, timestamp, body }.";
    throw validationError("invalid_argument", "message is missing.", hint);
  }
  const read = readable("message", () => {
    const { publicKey, signature, timestamp, body } = message;
    return { publicKey, signature, timestamp, body };
  });
  return createVerifier(read.publicKey)(read.signature, read.timestamp, read.body);
}

/**
 * Imports the key only once. Verification does not block the event loop. The returned function rejects with `invalid_body` if the
 * body was already parsed.
 */
export function createVerifier(publicKey: string): Verify {
  const key = importKey(publicKey);
  return async (signature, timestamp, body) => {
    const message = toBytes(body);
    if (!message || typeof signature !== "string" || typeof timestamp !== "string") return false;
    const bytes = parseHex(signature, 64);
    if (!bytes || !isTimestamp(timestamp)) return false;
    const signed = takeSlice(timestamp.length + message.length);
    encoder.encodeInto(timestamp, signed);
    signed.set(message, timestamp.length);
    return crypto.subtle.verify("Ed25519", await key, bytes, signed);
  };
}

type VerifyKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

function importKey(publicKey: string): Promise<VerifyKey> {
  const bytes = hexBytes(readPublicKey(publicKey, "publicKey"));
  const key = crypto.subtle.importKey("raw", bytes, "Ed25519", false, ["verify"]);
  // If the runtime does not support Ed25519, the first verification fails. Until then, this handler prevents an unhandled
  // rejection.
  key.catch(() => undefined);
  return key;
}

/** The body as received. For a view, such as a Buffer or DataView, only the viewed bytes count. @stable */
export type RawBody = string | ArrayBuffer | ArrayBufferView;

/**
 * @returns `undefined` for the values that body parsers produce from an empty body: `undefined`, `null`, or an empty object.
 * @throws ClientError `invalid_body` for a parsed body, a stream, or shared memory, which could change after verification.
 */
function toBytes(body: unknown): Uint8Array | undefined {
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

/** A detached buffer has length 0 and cannot be viewed. */
function bytesIn(buffer: ArrayBuffer, offset: number, length: number): Uint8Array {
  return length === 0 ? new Uint8Array() : new Uint8Array(buffer, offset, length);
}

/** Also checks the tag, because test runners and workers may have several `ArrayBuffer` classes. */
function isArrayBuffer(value: unknown): value is ArrayBuffer {
  return value instanceof ArrayBuffer || tagOf(value) === "ArrayBuffer";
}

function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}

function sharedError(): ClientError {
  return validationError(
    "invalid_body",
    "The body is in shared memory, which can change after the signature check.",
    "Copy it first: Uint8Array.from(body).",
  );
}

function notRawError(kind: string): ClientError {
  return validationError(
    "invalid_body",
    `The body is not a string or bytes (${kind}), but the signature covers the raw bytes.`,
    "Pass the raw body. Express: use express.raw({ type: '*/*' }) for this route, without other body parsers. " +
      "Fastify: addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => done(null, body)). " +
      "Next.js: await request.arrayBuffer() in a route handler; in pages/api set bodyParser to false and read the request as a stream.",
  );
}

const slabBytes = 64 * 1024;

// Larger requests are rare enough to get their own allocation.
const maxSliceLength = 4 * 1024;

let slab = new Uint8Array(0);

let used = 0;

/**
 * Returns a slice of a larger array, because allocating memory for each request is slower under load. Each slice is used only
 * once.
 *
 * @internal
 */
export function takeSlice(length: number): Uint8Array<ArrayBuffer> {
  // All requests share the offset, so only a valid length may advance it.
  if (!Number.isInteger(length) || length < 0 || length > maxSliceLength) return new Uint8Array(length);
  if (used + length > slab.length) {
    slab = new Uint8Array(slabBytes);
    used = 0;
  }
  used += length;
  return slab.subarray(used - length, used);
}
