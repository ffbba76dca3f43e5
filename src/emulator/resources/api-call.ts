import type { IncomingHttpHeaders } from "node:http";
import { isSnowflake } from "../../core/check/readers.ts";
import { id as isId, whole } from "../../interactions/messages/rules/checks.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { type Form, isMultipart, parseJsonText, parseMultipart } from "../base/form.ts";
import { invalidContentType, invalidField, refusal, Refusal, refuse, unauthorized } from "../base/refusal.ts";
import type { Caller } from "../oauth/bearer.ts";
import type { LiveWorld } from "../oauth/live-world.ts";
import type { EmulatorApplication } from "../state/application.ts";

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly version: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer<ArrayBuffer>;
  authenticate(this: void): Promise<Caller>;
}

export interface ApiCall extends LiveWorld, ApiRequest {
  param(this: void, name: string): string;
}

/** A response whose status differs from the default, which is 200, or 204 if there is no body. */
export class ApiAnswer {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** `:name` matches one path segment. The handler returns the response body or an {@link ApiAnswer}. */
export type Route = readonly [method: string, path: string, answer: (call: ApiCall) => unknown];

export function absentResource(what: string, status = 404): Refusal {
  return new Refusal(
    status,
    0,
    `The emulator has no ${what}. To simulate a response, add a fault: emulator.faults.add({ path, answer: { status, body } }).`,
  );
}

type ApplicationAnswer = (application: EmulatorApplication, call: ApiCall) => unknown;

export function asBot(answer: ApplicationAnswer): Route[2] {
  return async (call) => {
    const { bot, application } = await call.authenticate();
    if (!bot) throw unauthorized();
    return answer(application, call);
  };
}

/** Requires the bot of the application in the path. */
export function asOwnBot(answer: ApplicationAnswer): Route[2] {
  return asBot((application, call) => answer(requireInPath(call, application, "WrongApplication"), call));
}

export function requireInPath(
  call: ApiCall,
  application: EmulatorApplication,
  error: "WrongApplication" | "MissingAccess",
): EmulatorApplication {
  if (application.id !== parsePathId(call, "application_id")) throw refusal(error);
  return application;
}

export function parsePathId({ param }: ApiCall, name: string): Snowflake {
  const text = param(name);
  if (isSnowflake(text)) return text;
  throw invalidField(name, "NUMBER_TYPE_COERCE", `Value "${param(name)}" is not snowflake.`);
}

export async function parseForm(request: ApiRequest): Promise<Form> {
  const type = request.headers["content-type"];
  if (isMultipart(type)) return await parseMultipart(type, request.body);
  return { payload: parseJsonBody(request), files: [] };
}

export function parseFields(request: ApiRequest): Readonly<Record<string, unknown>> {
  const value = parseJsonBody(request);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** @throws Refusal 50035 for another content type, 50109 for invalid JSON. */
export function parseJsonBody({ headers, body }: ApiRequest): unknown {
  if (!headers["content-type"]?.toLowerCase().startsWith("application/json")) {
    throw invalidContentType('Expected "Content-Type" header to be application/json.');
  }
  return parseJsonText(body.toString("utf8"));
}

/** 0 is valid and precedes all other ids. */
export function parseQueryId({ query }: ApiRequest, name: string): Snowflake | undefined {
  const text = query.get(name) ?? "";
  if (text === "") return undefined;
  refuse(isId(text, [name]));
  return text;
}

function parseQueryNumber({ query }: ApiRequest, name: string, most: number, unset: number = most): number {
  const text = query.get(name) ?? "";
  if (text === "") return unset;
  refuse(whole(1, most)(/^-?\d{1,15}$/.test(text) ? Number(text) : text, [name]));
  return Number(text);
}

export function parseQueryIds({ query }: ApiRequest, name: string): readonly Snowflake[] {
  const texts = query.getAll(name).flatMap((text) => text.split(",").filter(Boolean));
  refuse(texts.flatMap((text) => isId(text, [name])));
  return texts;
}

/** See Discord documentation, Reference, "Boolean Query Strings". */
export function parseFlag({ query }: ApiRequest, name: string, unset: boolean = false): boolean {
  const text = query.get(name) ?? "";
  if (text === "") return unset;
  if (["false", "False", "0"].includes(text)) return false;
  if (["true", "True", "1"].includes(text)) return true;
  throw invalidField(name, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.");
}

export function requiredField(path: string): Refusal {
  return invalidField(path, "BASE_TYPE_REQUIRED", "This field is required");
}

interface Page {
  readonly before?: Snowflake | undefined;
  readonly after?: Snowflake | undefined;
  readonly limit?: number | undefined;
}

export function parsePage(call: ApiRequest, most: number, unset?: number): Page {
  return {
    before: parseQueryId(call, "before"),
    after: parseQueryId(call, "after"),
    limit: parseQueryNumber(call, "limit", most, unset),
  };
}

export function selectPage<T extends { readonly id: Snowflake }>(
  items: readonly T[],
  { before, after, limit = Infinity }: Page,
): readonly T[] {
  const within = items
    .map((item) => ({ item, id: BigInt(item.id) }))
    .filter(
      ({ id }) =>
        (before === undefined || id < BigInt(before)) && (after === undefined || id > BigInt(after)),
    )
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ item }) => item);
  if (limit >= within.length) return within;
  return before === undefined ? within.slice(0, limit) : within.slice(-limit);
}
