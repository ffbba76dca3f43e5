import { once } from "node:events";
import type { KeyObject } from "node:crypto";
import { type Reader, wrongArgument, textOf } from "../../core/check/readers.ts";
import { interactionLife } from "../../wire/limits.ts";
import { type Clock, startStopwatch } from "../base/clock.ts";
import { signBody } from "./application-keys.ts";
import { type Exchanges, keepPart } from "./exchanges.ts";

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

/** Why nothing came back: a handler may also throw, and a bot at the gateway say nothing. */
export type Silence = "late" | "silent-bot" | "refused" | "unknown-host" | "broken" | "thrown";

/** The outcome of a request. */
export type Reply = Posted | Silence;

/** Reads where signed requests are to go. */
export const readEndpoint: Reader<Endpoint> = (value, name) => {
  if (typeof value === "function") return value as InteractionsHandler;
  const url = textOf({ most: 2048 })(value, name);
  if (/^https?:/i.test(url) && URL.canParse(url)) return url;
  throw wrongArgument(name, value, "an http or https URL, or a function that answers requests");
};

/** Sends what only the service can have signed, and waits 3 seconds for the answer. */
export function postSigned(sender: PostSender, endpoint: Endpoint, payload: unknown): Promise<Reply> {
  const body = JSON.stringify(payload);
  return exchange(sender, endpoint, body, signedHeaders(sender, body));
}

/** The same with a wrong signature: the service tries whether it is refused. */
export function postForged(sender: PostSender, endpoint: Endpoint, payload: unknown): Promise<Reply> {
  const body = JSON.stringify(payload);
  const forged = { ...signedHeaders(sender, body), "x-signature-ed25519": "0".repeat(128) };
  return exchange(sender, endpoint, body, forged);
}

function signedHeaders({ clock, privateKey }: PostSender, body: string): Record<string, string> {
  // The endpoint checks its age by the machine's clock, which the emulator does not move.
  const timestamp = Math.floor((clock.now() - clock.aheadMs) / 1000).toString();
  return {
    "content-type": "application/json",
    "x-signature-ed25519": signBody(privateKey, timestamp, body),
    "x-signature-timestamp": timestamp,
  };
}

/** Sends, and keeps what went to and fro. */
async function exchange(
  { clock, exchanges }: PostSender,
  endpoint: Endpoint,
  body: string,
  headers: Record<string, string>,
): Promise<Reply> {
  const at = clock.now();
  const elapsed = startStopwatch();
  const reply = await post(clock, endpoint, body, headers);
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

/** A request has an address, also where nothing listens. */
const anyAddress = "http://game.invalid/interactions";

/** Nothing of what a handler throws is shown: it is the caller's. */
async function post(
  clock: Clock,
  endpoint: Endpoint,
  body: string,
  headers: Record<string, string>,
): Promise<Reply> {
  const late = new AbortController();
  const giveUp = clock.after(interactionLife.firstAnswerMs, () => late.abort());
  try {
    const init = { method: "POST", body, headers };
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
