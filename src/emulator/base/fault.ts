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
  secondsOf,
  textOf,
} from "../../core/check/readers.ts";
import { validateHeaderName, validateHeaderValue } from "node:http";
import { fields, type Table } from "../../core/check/fields.ts";
import { type FaultName, faultNames } from "./fault-kinds.ts";

/** In milliseconds. */
const units = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const longestMs = 3_650 * units.d;

const part = String.raw`(\d+(?:\.\d+)?)\s*(ms|s|m|h|d)`;
const parts = new RegExp(part, "g");
const nothingElse = new RegExp(String.raw`^\s*(?:${part}\s*)+$`);

/** A time that passes, in whole milliseconds: a number of them, or a text such as `16m` or `1h 30m`. */
export const readDuration: Reader<number> = (value, name) => {
  if (typeof value !== "string") return whole(0, longestMs)(value, name);
  // First of all: in other texts the search for parts would take long.
  const ms = nothingElse.test(value) ? Math.round(sumOf(value)) : Number.NaN;
  if (ms <= longestMs) return ms;
  throw wrongArgument(
    name,
    value,
    'a number of milliseconds, or a text such as "16m" or "1h 30m", up to "3650d"',
  );
};

function sumOf(text: string): number {
  let sum = 0;
  for (const [, count, unit] of text.matchAll(parts))
    sum += Number(count) * units[unit as keyof typeof units];
  return sum;
}

/** The effect of a fault: a wrong or slow answer. */
export interface FaultEffect {
  /** Milliseconds before the request is looked at; `emulator.advance` passes them. */
  readonly latencyMs?: number | undefined;
  /**
   * The lead of the answering machine's clock over the others, in milliseconds; below zero: it is behind. It shows in the header
   * `Date`, in issue times and in the expiry of tokens.
   */
  readonly clockSkewMs?: number | undefined;
  /**
   * What the client gets instead of the real answer: one of your own, or by name:
   * `rate-limited`, `rate-limited-shared`, `rate-limited-global` (429 with the service's headers), `blocked` (429 of its
   * CDN), `server-error` (500), `bad-gateway` (502), `unavailable` (503), `gateway-timeout` (504), `origin-down` (521);
   * `drop`: the connection ends without an answer and the request was not looked at; `drop-answer`: the request was
   * carried out and its answer is lost; `half`: the answer ends in the middle; `slow`: its body comes byte by byte, 10 ms
   * apart. Default: the real answer.
   */
  readonly answer?: FaultAnswer | FaultName | undefined;
  /** Seconds to wait that a 429 names. Default 1. */
  readonly retryAfterSeconds?: number | undefined;
}

/** Something that goes wrong, or takes long, for some requests. */
export interface Fault extends FaultEffect {
  /** Default: every method. */
  readonly method?: string | undefined;
  /** Pattern of the path, for example `/\/oauth2\/token$/`. Default: every path, but for the page for a person. */
  readonly path?: RegExp | undefined;
  /** How many requests it hits before it is over. Default: until it is removed. */
  readonly times?: number | undefined;
  /**
   * Which share of the requests it hits, for example 0.2. Which ones depends on the emulator's `seed`, and on nothing
   * else: the same requests in the same order meet the same faults. Default: all of them.
   */
  readonly share?: number | undefined;
}

/** An answer that a fault gives. */
export interface FaultAnswer {
  /** HTTP status. */
  readonly status: number;
  /** Headers beside those that follow from the body. Default none. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
}

const day = 86_400;

const readName = oneOf(faultNames);

/** A copy as JSON has it: the data to send cannot be changed later, or fail. */
const readPlain: Reader<unknown> = (value, name) => {
  try {
    return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
  } catch {
    throw wrongArgument(name, value, "plain data, which JSON can hold");
  }
};

const readHeaders: Reader<Readonly<Record<string, string>>> = (value, name) => {
  const headers = object<Readonly<Record<string, string>>>()(readPlain(value, name), name);
  for (const [header, text] of Object.entries(headers)) {
    if (isHeader(header, text)) continue;
    throw wrongArgument(`${name}[${JSON.stringify(header.slice(0, 40))}]`, text, "a header of HTTP");
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

const readShare: Reader<number> = (value, name) => {
  if (typeof value === "number" && value > 0 && value <= 1) return value;
  throw wrongArgument(name, value, "a number above 0, up to 1");
};

/** A fault, as code says it. */
export const readFault: Reader<Fault> = fields<Fault>({
  method: optional(textOf({ most: 20 })),
  path: optional(pattern),
  times: optional(whole(1, Number.MAX_SAFE_INTEGER)),
  share: optional(readShare),
  ...effect,
});

/** The header of a request that says which fault it meets. */
export const faultHeader = "x-slashpass-fault";

const readEffect = fields<FaultEffect>({ ...effect, answer: optional(readName) });

/**
 * What the header says: the name of an answer, and fields of a fault, separated by semicolons, for example
 * `unavailable; latencyMs=200`.
 *
 * @throws ClientError as for options.
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

/** A fault as plain data, in which a text that is part of the path of a request stands for its pattern. `Faults.add` checks it. */
export function readPlainFault(given: unknown): Fault {
  if (!isObject(given) || typeof given["path"] !== "string") return given as Fault;
  const { path, ...fault } = given;
  return { ...fault, path: new RegExp(path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)) };
}
