import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign } from "node:crypto";
import { type Reader, wrongArgument, optional, whole, textOf, textLike } from "../../core/check/readers.ts";
import { fields } from "../../core/check/fields.ts";
import { Clock, startStopwatch } from "../base/clock.ts";
import { once } from "node:events";
import { interactionLife } from "../../wire/limits.ts";
import { type Exchanges, keepPart, type Silence } from "./exchanges.ts";

/** An Ed25519 private key in PKCS #8 is these bytes, then its 32 (RFC 8410, section 7). */
const privateKeyHead = Buffer.from("302e020100300506032b657004220420", "hex");

/** A secret as it can stand in a header or a form. */
export const readSecret: Reader<string> = textLike(
  /^[\x21-\x7e]{16,200}$/,
  "a string of 16 to 200 printable ASCII characters without spaces",
);

const readHex = textLike(/^[\da-f]{64}$/i, "64 hexadecimal digits");

/** The 32 bytes of an Ed25519 private key (RFC 8032, section 5.1.5). */
export const readPrivateKey: Reader<string> = (value, name) => readHex(value, name).toLowerCase();

/**
 * What {@link privateKeyOf} makes a key from that nobody can guess. It is not one that Node generated: in Node 20 the end of
 * the generation, when the garbage collector comes to it, waits for ever for a key that is being exported at this moment.
 */
export function generatePrivateKey(): string {
  return randomBytes(32).toString("hex");
}

/** @param hex - read by {@link readPrivateKey}. */
export function privateKeyOf(hex: string): KeyObject {
  return createPrivateKey({
    key: Buffer.concat([privateKeyHead, Buffer.from(hex, "hex")]),
    format: "der",
    type: "pkcs8",
  });
}

/** The key that its signatures are checked with, 64 hexadecimal digits. */
export function publicKeyHexOf(privateKey: KeyObject): string {
  const { x = "" } = createPublicKey(privateKey).export({ format: "jwk" });
  return Buffer.from(x, "base64url").toString("hex");
}

/** @param seconds - since 1970. */
function signedHeaders(privateKey: KeyObject, seconds: number, body: string): SignedHeaders {
  const signature = sign(null, Buffer.from(seconds + body), privateKey).toString("hex");
  return { "x-signature-ed25519": signature, "x-signature-timestamp": String(seconds) };
}

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
  /** Signature over timestamp and body, 128 hexadecimal digits. */
  readonly "x-signature-ed25519": string;
  /** Seconds since 1970. */
  readonly "x-signature-timestamp": string;
}

const readMessage = fields<InteractionToSign>({
  privateKey: readPrivateKey,
  body: textOf({ least: 0, halves: true }),
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
  return signedHeaders(privateKeyOf(privateKey), timestamp, body);
}

/** What answers requests where there is no server: web-standard requests come in, responses go out. */
export interface InteractionsHandler {
  (request: Request): Response | Promise<Response>;
  /** Where it sends what comes after its response; left out where it does not say. */
  readonly apiBase?: string | undefined;
}

/** Where signed requests go. */
export type Endpoint = string | InteractionsHandler;

/** Who signs them. */
export interface PostSender {
  readonly privateKey: KeyObject;
  readonly clock: Clock;
  /** Called with each request and its answer. */
  readonly exchanges: Exchanges;
}

/** What came back. */
export interface Posted {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** The outcome of a request. */
export type Reply = Posted | Silence;

/** Reads where signed requests are to go. */
export const readEndpoint: Reader<Endpoint> = (value, name) => {
  if (typeof value === "function") return value as InteractionsHandler;
  const url = textOf({ most: 2048 })(value, name);
  if (/^https?:/i.test(url) && URL.canParse(url)) return url;
  throw wrongArgument(name, value, "an http or https URL, or a function that answers requests");
};

/**
 * Sends what only the service can have signed, waits 3 seconds for the answer, and keeps what went to and fro.
 *
 * @param forged - in the place of the real headers.
 */
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
  // The endpoint checks its age by the machine's clock, which the emulator does not move.
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

/** The same with a wrong signature: the service tries whether it is refused. */
export function postForged(sender: PostSender, endpoint: Endpoint, payload: unknown): Promise<Reply> {
  return postSigned(sender, endpoint, payload, { "x-signature-ed25519": "0".repeat(128) });
}

/** A request has an address, also where nothing listens. */
const anyAddress = "http://game.invalid/interactions";

/** Nothing of what a handler throws is shown: it is the caller's. */
async function post(clock: Clock, endpoint: Endpoint, init: RequestInit): Promise<Reply> {
  const late = new AbortController();
  const giveUp = clock.after(interactionLife.firstAnswerMs, () => late.abort());
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
    return typeof endpoint === "string" ? silenceOf(error) : "thrown";
  } finally {
    giveUp();
  }
}

/** What the system says of a connection. */
const silences: Readonly<Record<string, Silence>> = {
  ECONNREFUSED: "refused",
  ENOTFOUND: "unknown-host",
  EAI_AGAIN: "unknown-host",
};

function silenceOf(error: unknown): Silence {
  const { cause } = error as { readonly cause?: { readonly code?: string } };
  return silences[cause?.code ?? ""] ?? "broken";
}

async function read(answer: Response): Promise<Posted> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const { status, headers } = answer;
  return { status, headers, bytes };
}

/** The status that was answered; undefined where nothing was. */
export function statusOf(reply: Reply): number | undefined {
  return typeof reply === "string" ? undefined : reply.status;
}
