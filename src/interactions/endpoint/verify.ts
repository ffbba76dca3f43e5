import { readable } from "../../core/check/readers.ts";
import { type ClientError, validationError } from "../../core/errors.ts";
import { type RawBody, toBytes, takeSlice } from "./raw-body.ts";

/** The value of each hexadecimal digit by its character code; -1 for every other. */
const digits: Int8Array = new Int8Array(128).fill(-1);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  digits[digit.charCodeAt(0)] = value;
  digits[digit.toUpperCase().charCodeAt(0)] = value;
}

/**
 * The bytes written as hexadecimal digits of either case.
 *
 * @returns undefined unless `text` is exactly `2 * length` digits.
 * @internal
 */
export function parseHex(text: string, length: number): Uint8Array<ArrayBuffer> | undefined {
  if (text.length !== 2 * length) return undefined;
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) {
    const high = digits[text.charCodeAt(2 * i)] ?? -1;
    const low = digits[text.charCodeAt(2 * i + 1)] ?? -1;
    if (high < 0 || low < 0) return undefined;
    bytes[i] = high * 16 + low;
  }
  return bytes;
}

/** Whether the service signed `body` at `timestamp`, for headers and a body of any kind. */
type Verify = (signature: unknown, timestamp: unknown, body: unknown) => Promise<boolean>;

/** A request as it came, before anything of it is believed. */
export interface SignedMessage {
  /** The application's public key, 64 hexadecimal digits (developer portal, "General Information"). */
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
  if (typeof message !== "object" || message === null) throw noMessageError();
  const read = readable("message", () => {
    const { publicKey, signature, timestamp, body } = message;
    return { publicKey, signature, timestamp, body };
  });
  return createVerifier(read.publicKey)(read.signature, read.timestamp, read.body);
}

/**
 * A check with the key prepared once. It runs on the runtime's own Ed25519, beside the event loop, and rejects with
 * `invalid_body` only for a body that no request holds: one that was parsed already.
 *
 * @throws ClientError `invalid_public_key`.
 */
export function createVerifier(publicKey: string): Verify {
  const key = importKey(publicKey);
  return async (signature, timestamp, body) => {
    const message = toBytes(body);
    if (!message || typeof signature !== "string" || typeof timestamp !== "string") return false;
    const bytes = parseHex(signature, 64);
    if (!bytes || !/^\d{1,20}$/.test(timestamp)) return false;
    const signed = takeSlice(timestamp.length + message.length);
    encoder.encodeInto(timestamp, signed);
    signed.set(message, timestamp.length);
    return crypto.subtle.verify("Ed25519", await key, bytes, signed);
  };
}

type VerifyKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const encoder = new TextEncoder();

function importKey(publicKey: string): Promise<VerifyKey> {
  const bytes = typeof publicKey === "string" ? parseHex(publicKey, 32) : undefined;
  if (!bytes) {
    throw validationError(
      "invalid_public_key",
      "publicKey is not 64 hexadecimal digits.",
      'Copy the "Public Key" of the application from the developer portal.',
    );
  }
  const key = crypto.subtle.importKey("raw", bytes, "Ed25519", false, ["verify"]);
  // A runtime without Ed25519 is reported by the first check, not by a rejection nobody awaits.
  key.catch(() => undefined);
  return key;
}

function noMessageError(): ClientError {
  return validationError(
    "invalid_argument",
    "message is missing.",
    "Pass { publicKey, signature, timestamp, body }.",
  );
}
