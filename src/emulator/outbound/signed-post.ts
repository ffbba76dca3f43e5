import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from "node:crypto";
import {
  type Reader,
  wrongArgument,
  optional,
  whole,
  textOf,
  textLike,
  trimmed,
} from "../../core/check/readers.ts";
import { fields } from "../../core/check/fields.ts";
import { loadOnce } from "../../core/lazy.ts";
import { Clock, startStopwatch } from "../base/clock.ts";
import { once } from "node:events";
import { interactionLifetime } from "../../wire/limits.ts";
import { type Exchanges, keepPart, type Silence } from "./exchanges.ts";

/** The PKCS #8 prefix that precedes the 32 bytes of an Ed25519 private key (RFC 8410, section 7). */
const privateKeyHead = Buffer.from("302e020100300506032b657004220420", "hex");

export const readSecret: Reader<string> = (value, name) => readPrintable(trimmed(value), name);

const readPrintable = textLike(
  /^[\x21-\x7e]{16,200}$/,
  "a string of 16 to 200 printable ASCII characters without spaces",
);

const readHex = textLike(/^[\da-f]{64}$/i, "64 hexadecimal digits");

/** Parses an Ed25519 private key: 32 bytes (RFC 8032, section 5.1.5). */
export const readPrivateKey: Reader<string> = (value, name) => readHex(trimmed(value), name).toLowerCase();

/** Avoids Node's key generator. In Node 20, it can deadlock if garbage collection runs during a key export. */
export function generatePrivateKey(): string {
  return randomBytes(32).toString("hex");
}

export function privateKeyOf(hex: string): KeyObject {
  return createPrivateKey({
    key: Buffer.concat([privateKeyHead, Buffer.from(hex, "hex")]),
    format: "der",
    type: "pkcs8",
  });
}

export function publicKeyHexOf(privateKey: KeyObject): string {
  const { x = "" } = createPublicKey(privateKey).export({ format: "jwk" });
  return Buffer.from(x, "base64url").toString("hex");
}

function signedHeaders(privateKey: KeyObject, seconds: number, body: string): SignedHeaders {
  const signature = sign(null, Buffer.from(seconds + body), privateKey).toString("hex");
  return { "x-signature-ed25519": signature, "x-signature-timestamp": String(seconds) };
}

/** An Ed25519 key pair. Each key has 64 hexadecimal digits (RFC 8032, section 5.1.5). @stable */
export interface SigningKey {
  readonly publicKey: string;
  /** Keep it secret. */
  readonly privateKey: string;
}

/** An interaction to sign. @stable */
export interface InteractionToSign {
  readonly privateKey: string;
  /** The body, exactly as it will be sent. */
  readonly body: string;
  /** Seconds since 1970. Default: now. */
  readonly timestamp?: number | undefined;
}

/** The service's signature headers (Discord documentation, Interactions, "Validating Security Request Headers"). @stable */
export interface SignedHeaders {
  /** The signature over the timestamp and body: 128 hexadecimal digits. */
  readonly "x-signature-ed25519": string;
  /** Seconds since 1970. */
  readonly "x-signature-timestamp": string;
}

const readMessage = fields<InteractionToSign>({
  privateKey: readPrivateKey,
  body: textOf({ least: 0, allowHalves: true }),
  timestamp: optional(whole(0, Number.MAX_SAFE_INTEGER)),
});

/**
 * Creates a key pair for testing an endpoint.
 *
 * @stable
 * @param privateKey - Default: a new random key.
 * @throws ClientError `invalid_argument` (ValidationError).
 */
export function createSigningKey(privateKey?: string): SigningKey {
  const hex = privateKey === undefined ? generatePrivateKey() : readPrivateKey(privateKey, "privateKey");
  return { publicKey: publicKeyHexOf(privateKeyOf(hex)), privateKey: hex };
}

/**
 * Signs an interaction as the service does, for testing an endpoint without the service. The counterpart of `verifyInteraction`.
 *
 * @stable
 * @throws ClientError `invalid_argument` or `unknown_option` (ValidationError).
 */
export function signInteraction(message: InteractionToSign): SignedHeaders {
  const {
    privateKey,
    body,
    timestamp = Math.floor(new Clock().now() / 1000),
  } = readMessage(message, "message");
  return signedHeaders(privateKeyOf(privateKey), timestamp, body);
}

/** A request handler that is called directly, without a server. @stable */
export interface InteractionsHandler {
  (request: Request): Response | Promise<Response>;
  /** The API base URL that the handler uses for later calls, if known. */
  readonly apiBase?: string | undefined;
}

export type Endpoint = string | InteractionsHandler;

export interface PostSender {
  readonly privateKey: KeyObject;
  readonly clock: Clock;
  readonly exchanges: Exchanges;
}

export interface Posted {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

export type Reply = Posted | Silence;

export const readEndpoint: Reader<Endpoint> = (value, name) => {
  if (typeof value === "function") return value as InteractionsHandler;
  const url = textOf({ most: 2048 })(value, name);
  if (/^https?:/i.test(url) && URL.canParse(url)) return url;
  throw wrongArgument(name, value, "an http or https URL, or a function that handles requests");
};

/** Waits up to 3 seconds for the response. @param forged - Headers that replace the real ones. */
export async function postSigned(
  sender: PostSender,
  endpoint: Endpoint,
  payload: unknown,
  forged: Partial<SignedHeaders> = {},
): Promise<Reply> {
  const { clock, exchanges, privateKey } = sender;
  const at = clock.now();
  const elapsed = startStopwatch();
  const body = JSON.stringify(payload);
  // The endpoint compares the timestamp with the system clock, so `advance` must not affect it.
  const signed = signedHeaders(privateKey, Math.floor((at - clock.aheadMs) / 1000), body);
  const headers = { "content-type": "application/json", ...signed, ...forged };
  const reply = await post(clock, endpoint, { method: "POST", body, headers });
  exchanges.add({
    from: "service",
    method: "POST",
    url: typeof endpoint === "string" ? endpoint : undefined,
    at,
    durationMs: elapsed(),
    request: keepPart(Object.entries(headers), Buffer.from(body)),
    ...(typeof reply === "string"
      ? { answer: undefined, silence: reply }
      : { answer: { ...keepPart(reply.headers, reply.bytes), status: reply.status } }),
  });
  return reply;
}

export function postForged(sender: PostSender, endpoint: Endpoint, payload: unknown): Promise<Reply> {
  return postSigned(sender, endpoint, payload, { "x-signature-ed25519": "0".repeat(128) });
}

const anyAddress = "http://game.invalid/interactions";

/** Hides the handler's errors, which may contain the caller's data. */
async function post(clock: Clock, endpoint: Endpoint, init: RequestInit): Promise<Reply> {
  const late = new AbortController();
  const timeOut = clock.after(interactionLifetime.firstAnswerMs, () => late.abort());
  try {
    if (typeof endpoint === "string") {
      return await read(await fetch(endpoint, { ...init, redirect: "manual", signal: late.signal }));
    }
    return await Promise.race([
      (async () => read(await endpoint(new Request(anyAddress, init))))(),
      once(late.signal, "abort").then(() => "late" as const),
    ]);
  } catch (error) {
    if (late.signal.aborted) return "late";
    return typeof endpoint === "string" ? await silenceOf(endpoint, error) : "thrown";
  } finally {
    timeOut();
  }
}

const silences: Readonly<Record<string, Silence>> = {
  ECONNREFUSED: "refused",
  ENOTFOUND: "unknown-host",
  EAI_AGAIN: "unknown-host",
};

/** A static import would move the code that sends requests into every entry's first chunk. */
const loadSender = loadOnce(() => import("../../core/request/sender.ts"));

async function silenceOf(url: string, error: unknown): Promise<Silence> {
  const { describeNetworkFailure } = await loadSender();
  const { reason, isTls } = describeNetworkFailure(url, error);
  return isTls ? "no-tls" : (silences[reason] ?? "broken");
}

async function read(answer: Response): Promise<Posted> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const { status, headers } = answer;
  return { status, headers, bytes };
}

export function statusOfReply(reply: Reply): number | undefined {
  return typeof reply === "string" ? undefined : reply.status;
}
