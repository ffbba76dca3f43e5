import {
  type Reader,
  wrongArgument,
  whole,
  isObject,
  milliseconds,
  object,
  oneOf,
  optional,
  pattern,
  readerOf,
  secondsOf,
  textOf,
} from "../../core/check/readers.ts";
import { validateHeaderName, validateHeaderValue } from "node:http";
import { fields, type Table } from "../../core/check/fields.ts";
import { type FaultName, faultNames } from "./fault-kinds.ts";

const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const longestMs = 3_650 * units.d;

const part = String.raw`(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)`;
const parts = new RegExp(part, "g");
const nothingElse = new RegExp(String.raw`^\s*(?:${part}\s*)+$`);

/** Parses milliseconds, or a string such as `16m` or `1h 30m`. */
export const readDuration: Reader<number> = (value, name) => {
  if (typeof value !== "string") return whole(0, longestMs)(value, name);
  // Validates first, because searching an arbitrary string for parts is slow.
  const ms = nothingElse.test(value) ? Math.round(sumOf(value)) : Number.NaN;
  if (ms <= longestMs) return ms;
  throw wrongArgument(
    name,
    value,
    'a number of milliseconds, or a string such as "16m" or "1h 30m", up to "3650d"',
  );
};

function sumOf(text: string): number {
  return [...text.matchAll(parts)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * units[unit as keyof typeof units],
    0,
  );
}

/** A response or delay to inject. @stable */
export interface FaultEffect {
  /** The delay in milliseconds before the request is processed. `emulator.advance` skips the delay. */
  readonly latencyMs?: number | undefined;
  /**
   * The clock offset of the responding server, in milliseconds; negative if its clock is behind. Affects the `Date` header
   * and the times at which tokens are issued and expire.
   */
  readonly clockSkewMs?: number | undefined;
  /**
   * The response to send instead of the real one: a custom response, or a name from this list. Default: the real response.
   *
   * - `rate-limited`, `rate-limited-shared`, `rate-limited-global`: 429 with the service's headers
   * - `blocked`: 429 from the service's CDN
   * - `server-error` (500), `bad-gateway` (502), `unavailable` (503), `gateway-timeout` (504), `origin-down` (521)
   * - `drop`: closes the connection without processing the request
   * - `drop-answer`: processes the request but loses the response
   * - `half`: truncates the response
   * - `slow`: sends the body byte by byte, 10 ms apart
   */
  readonly answer?: FaultAnswer | FaultName | undefined;
  /** The `Retry-After` value of a 429, in seconds. Default 1. */
  readonly retryAfterSeconds?: number | undefined;
}

/** A fault that affects some requests. @stable */
export interface Fault extends FaultEffect {
  /** Default: every method. */
  readonly method?: string | undefined;
  /** A pattern for the request path, for example `/\/oauth2\/token$/`. Default: every path except the web page. */
  readonly path?: RegExp | undefined;
  /** How many requests to affect. Default: until removed. */
  readonly times?: number | undefined;
  /**
   * The share of requests to affect, for example 0.2. The choice depends only on the emulator's `seed`, so the same requests in
   * the same order get the same faults. Default: all.
   */
  readonly share?: number | undefined;
}

/** A custom response. @stable */
export interface FaultAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
}

const day = 86_400;

const readName = oneOf(faultNames);

/** Copies the value to protect the response from later changes. */
const readPlain: Reader<unknown> = (value, name) => {
  try {
    return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
  } catch {
    throw wrongArgument(name, value, "plain data that can be serialized as JSON");
  }
};

const readHeaders: Reader<Readonly<Record<string, string>>> = (value, name) => {
  const headers = object<Readonly<Record<string, string>>>()(readPlain(value, name), name);
  for (const [header, text] of Object.entries(headers)) {
    if (isHeader(header, text)) continue;
    throw wrongArgument(`${name}[${JSON.stringify(header.slice(0, 40))}]`, text, "an HTTP header");
  }
  return headers;
};

function isHeader(name: string, value: unknown): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value as string);
    return typeof value === "string";
  } catch {
    return false;
  }
}

const readAnswer = fields<FaultAnswer>({
  status: whole(200, 599),
  headers: optional(readHeaders),
  body: readPlain,
});

const effect: Table<FaultEffect> = {
  latencyMs: optional(milliseconds(0)),
  clockSkewMs: optional(whole(-3650 * day * 1000, 3650 * day * 1000)),
  answer: optional((value, name) => (isObject(value) ? readAnswer(value, name) : readName(value, name))),
  retryAfterSeconds: optional(secondsOf(day)),
};

const readShare = readerOf<number>(
  "a number greater than 0 and at most 1",
  (value) => typeof value === "number" && value > 0 && value <= 1,
);

export const readFault: Reader<Fault> = fields<Fault>({
  method: optional(textOf({ most: 20 })),
  path: optional(pattern),
  times: optional(whole(1, Number.MAX_SAFE_INTEGER)),
  share: optional(readShare),
  ...effect,
});

export const faultHeader = "x-slashpass-fault";

const readEffect = fields<FaultEffect>({ ...effect, answer: optional(readName) });

/**
 * Parses a response name and fault fields, for example `unavailable; latencyMs=200`.
 *
 * @throws ClientError `invalid_argument`, `invalid_timeout` or `unknown_option` (ValidationError).
 */
export function readFaultHeader(text: string): FaultEffect {
  const given = text.split(";").map((field) => field.trim());
  const entries = given.filter((field) => field !== "").map(readField);
  return readEffect(Object.fromEntries(entries), faultHeader);
}

function readField(field: string): [name: string, value: string | number] {
  const [name = "", value] = field.split("=", 2).map((text) => text.trim());
  if (value === undefined) return ["answer", name];
  return [name, /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value];
}

/** Here, `path` is a substring of the request path. */
export function readPlainFault(given: unknown): Fault {
  if (!isObject(given) || typeof given["path"] !== "string") return given as Fault;
  const { path, ...fault } = given;
  return { ...fault, path: new RegExp(escapePattern(path)) };
}

export function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
