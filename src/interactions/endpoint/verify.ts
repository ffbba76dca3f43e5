import { readPublicKey } from "../../core/check/public-key.ts";
import { readable } from "../../core/check/readers.ts";
import { validationError } from "../../core/errors.ts";
import { type RawBody, toBytes, takeSlice } from "./raw-body.ts";

/**
 * The bytes written as hexadecimal digits of either case.
 *
 * @returns undefined unless `text` is exactly `2 * length` digits.
 * @internal
 */
export function parseHex(text: string, length: number): Uint8Array<ArrayBuffer> | undefined {
  return text.length === 2 * length && /^[\da-f]*$/i.test(text) ? hexBytes(text) : undefined;
}

function hexBytes(digits: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(digits.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** Whether a header has the form of a timestamp, in seconds since 1970. */
export function isTimestamp(text: string): boolean {
  return /^\d{1,20}$/.test(text);
}

/** Whether the service signed `body` at `timestamp`, for headers and a body of any kind. */
type Verify = (signature: unknown, timestamp: unknown, body: unknown) => Promise<boolean>;

/** A request as it came, before anything of it is believed. */
export interface SignedMessage {
  /** The application's public key, 64 hexadecimal digits (developer portal, "General Information"). White space around it is removed. */
  readonly publicKey: string;
  /** The header `X-Signature-Ed25519`. A list, as Node types its headers, is not signed. */
  readonly signature: string | readonly string[] | null | undefined;
  /** The header `X-Signature-Timestamp`. */
  readonly timestamp: string | readonly string[] | null | undefined;
  /** The body exactly as received, before any parsing; without one nothing is signed. */
  readonly body: RawBody | null | undefined;
}

/**
 * Whether a request comes from the service: the Ed25519 signature covers the timestamp followed by the raw body
 * (Discord documentation, Interactions, "Validating Security Request Headers"). Anything malformed is simply not signed.
 * It does not look at the age of the timestamp; `createInteractionHandler` does.
 *
 * @throws ClientError `invalid_public_key` when the application's own key is malformed; `invalid_body` when the body was
 * parsed already, with how to get the raw one in Express, Fastify and Next.js.
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
 * A check with the key prepared once. It runs on the runtime's own Ed25519, beside the event loop, and rejects with
 * `invalid_body` only for a body that no request has: a parsed one.
 *
 * @throws ClientError `invalid_public_key`.
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

const encoder = new TextEncoder();

function importKey(publicKey: string): Promise<VerifyKey> {
  const bytes = hexBytes(readPublicKey(publicKey, "publicKey"));
  const key = crypto.subtle.importKey("raw", bytes, "Ed25519", false, ["verify"]);
  // A runtime without Ed25519 is reported by the first check, not by a rejection nobody awaits.
  key.catch(() => undefined);
  return key;
}
