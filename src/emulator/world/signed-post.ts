import { once } from "node:events";
import type { KeyObject } from "node:crypto";
import { type Reader, wrongArgument } from "../../input/reader.ts";
import { textOf } from "../../input/readers.ts";
import { interactionLife } from "../../wire/limits.ts";
import type { Clock } from "../base/clock.ts";
import { signBody } from "./application-keys.ts";

/** What answers requests where there is no server: web-standard requests come in, responses go out. */
export type InteractionsHandler = (request: Request) => Response | Promise<Response>;

/** Where signed requests go. */
export type Endpoint = string | InteractionsHandler;

/** Who signs them. */
export interface Sender {
  readonly privateKey: KeyObject;
  readonly clock: Clock;
}

/** What came back. */
export interface Posted {
  readonly status: number;
  /** The header that says what the bytes are. */
  readonly type: string | null;
  readonly bytes: Uint8Array;
}

/** Reads where signed requests are to go. */
export const readEndpoint: Reader<Endpoint> = (value, name) => {
  if (typeof value === "function") return value as InteractionsHandler;
  const url = textOf({ most: 2048 })(value, name);
  if (/^https?:/.test(url) && URL.canParse(url)) return url;
  throw wrongArgument(name, value, "an http or https URL, or a function that answers requests");
};

/** Sends what only the service can have signed. Undefined: no answer within 3 seconds. */
export function postSigned(
  sender: Sender,
  endpoint: Endpoint,
  payload: unknown,
): Promise<Posted | undefined> {
  const body = JSON.stringify(payload);
  return post(sender.clock, endpoint, body, signedHeaders(sender, body));
}

/** The same with a wrong signature: the service tries whether it is refused. */
export function postForged(
  sender: Sender,
  endpoint: Endpoint,
  payload: unknown,
): Promise<Posted | undefined> {
  const body = JSON.stringify(payload);
  const forged = { ...signedHeaders(sender, body), "x-signature-ed25519": "0".repeat(128) };
  return post(sender.clock, endpoint, body, forged);
}

function signedHeaders({ clock, privateKey }: Sender, body: string): Record<string, string> {
  // Whoever checks how old it is has the machine's clock, which is not moved.
  const timestamp = Math.floor((clock.now() - clock.aheadMs) / 1000).toString();
  return {
    "content-type": "application/json",
    "x-signature-ed25519": signBody(privateKey, timestamp, body),
    "x-signature-timestamp": timestamp,
  };
}

/** A request has an address, also where nothing listens. */
const anyAddress = "http://game.invalid/interactions";

/** Nothing of what a handler throws is shown: it is the caller's. */
async function post(
  clock: Clock,
  endpoint: Endpoint,
  body: string,
  headers: Record<string, string>,
): Promise<Posted | undefined> {
  const late = new AbortController();
  const giveUp = clock.after(interactionLife.firstAnswerMs, () => late.abort());
  try {
    const init = { method: "POST", body, headers };
    if (typeof endpoint === "string") {
      return await read(await fetch(endpoint, { ...init, redirect: "manual", signal: late.signal }));
    }
    return await Promise.race([
      (async () => read(await endpoint(new Request(anyAddress, init))))(),
      once(late.signal, "abort").then(() => undefined),
    ]);
  } catch {
    return undefined;
  } finally {
    giveUp();
  }
}

async function read(answer: Response): Promise<Posted> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return { status: answer.status, type: answer.headers.get("content-type"), bytes };
}
