import { validationError } from "../../errors.ts";
import { parseHex } from "./hex.ts";
import { takeSlice } from "./slices.ts";

/** Whether the service signed `body` at `timestamp`. Never throws for what a request holds. */
export type Verify = (signature: string, timestamp: string, body: Uint8Array) => Promise<boolean>;

/** A request as it came, before anything of it is believed. */
export interface SignedMessage {
  /** The application's public key, 64 hexadecimal digits (developer portal, "General Information"). */
  readonly publicKey: string;
  /** The header `X-Signature-Ed25519`. */
  readonly signature: string | null | undefined;
  /** The header `X-Signature-Timestamp`. */
  readonly timestamp: string | null | undefined;
  /** The body exactly as received, before any parsing. */
  readonly body: Uint8Array | string;
}

/**
 * Whether a request comes from the service: the Ed25519 signature covers the timestamp followed by the raw body
 * (Discord documentation, Interactions, "Validating Security Request Headers"). Anything malformed is simply not signed.
 * It does not look at the age of the timestamp; `createInteractionHandler` does.
 *
 * @throws ClientError `invalid_public_key` when the application's own key is malformed.
 */
export async function verifyInteraction(message: SignedMessage): Promise<boolean> {
  const { publicKey, signature, timestamp, body } = message;
  const verify = createVerifier(publicKey);
  const bytes = typeof body === "string" ? encoder.encode(body) : body;
  return verify(signature ?? "", timestamp ?? "", bytes);
}

/**
 * A check with the key prepared once. It runs on the runtime's own Ed25519, beside the event loop.
 *
 * @throws ClientError `invalid_public_key`.
 */
export function createVerifier(publicKey: string): Verify {
  const key = importKey(publicKey);
  return async (signature, timestamp, body) => {
    const bytes = parseHex(signature, 64);
    if (!bytes || !/^\d{1,20}$/.test(timestamp)) return false;
    const signed = takeSlice(timestamp.length + body.length);
    encoder.encodeInto(timestamp, signed);
    signed.set(body, timestamp.length);
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
