import { fields } from "../../core/check/fields.ts";
import { type Reader, wrongArgument, optional, whole } from "../../core/check/readers.ts";
import { Clock } from "../base/clock.ts";
import { generatePrivateKey, privateKeyOf, publicKeyHexOf, readPrivateKey, signBody } from "./application-keys.ts";

/** An Ed25519 key of an application, each half as 64 hexadecimal digits (RFC 8032, section 5.1.5). */
export interface SigningKey {
  /** What an endpoint checks signatures with. */
  readonly publicKey: string;
  /** A secret. */
  readonly privateKey: string;
}

/** What is signed. */
export interface InteractionToSign {
  /** {@link SigningKey.privateKey}. */
  readonly privateKey: string;
  /** The body, byte for byte as it will be sent. */
  readonly body: string;
  /** Seconds since 1970. Default: now. */
  readonly timestamp?: number | undefined;
}

/** The headers that the service sends with the body (Discord documentation, Interactions, "Validating Security Request Headers"). */
export interface SignedHeaders {
  readonly "x-signature-ed25519": string;
  readonly "x-signature-timestamp": string;
}

const text: Reader<string> = (value, name) => {
  if (typeof value === "string") return value;
  throw wrongArgument(name, value, "a string");
};

const readMessage = fields<InteractionToSign>({
  privateKey: readPrivateKey,
  body: text,
  timestamp: optional(whole(0, Number.MAX_SAFE_INTEGER)),
});

/**
 * A key to try an endpoint with, of no real application.
 *
 * @param privateKey - the half that is kept; default: a new one.
 * @throws ClientError `invalid_argument` (ValidationError).
 */
export function createSigningKey(privateKey?: string): SigningKey {
  const hex = privateKey === undefined ? generatePrivateKey() : readPrivateKey(privateKey, "privateKey");
  return { publicKey: publicKeyHexOf(privateKeyOf(hex)), privateKey: hex };
}

/**
 * Signs an interaction as the service does, to try an endpoint without it: the counterpart of `verifyInteraction`.
 *
 * @throws ClientError `invalid_argument` or `unknown_option` (ValidationError).
 */
export function signInteraction(message: InteractionToSign): SignedHeaders {
  const {
    privateKey,
    body,
    timestamp = Math.floor(new Clock().now() / 1000),
  } = readMessage(message, "message");
  const signed = String(timestamp);
  const signature = signBody(privateKeyOf(privateKey), signed, body);
  return { "x-signature-ed25519": signature, "x-signature-timestamp": signed };
}
