import { ClientError, ErrorType, validationError } from "../errors.ts";
import { isObject, isSnowflake } from "../check/readers.ts";
import type { Command } from "../../wire/command.ts";
import type { GuildChannel, GuildData, GuildMemberData } from "../../wire/guild.ts";
import type { WireMessage } from "../../wire/message.ts";

/** @throws ClientError `invalid_response` unless `value` looks like a command. */
export function parseCommand(value: unknown, operation: string): Command {
  if (!isCommand(value)) throw invalidResponse(operation, "a command");
  return value;
}

/** @throws ClientError `invalid_response` unless `value` is a list of commands. */
export function parseCommandList(value: unknown, operation: string): Command[] {
  return parseList(value, operation, isCommand, "commands");
}

/** @throws ClientError `invalid_response` unless `value` looks like a message. */
export function parseMessage(value: unknown, operation: string): WireMessage {
  if (!isObject(value) || !isSnowflake(value["id"])) throw invalidResponse(operation, "a message");
  return value as unknown as WireMessage;
}

export type Parser<T> = (value: unknown, operation: string) => T;

export function parserOf<T>(isOne: (value: unknown) => value is T, expected: string): Parser<T> {
  return (value, operation) => {
    if (isOne(value)) return value;
    throw invalidResponse(operation, expected);
  };
}

/** @throws ClientError `invalid_response` unless `value` is a list of such items. */
export function parseList<T>(
  value: unknown,
  operation: string,
  isItem: (item: unknown) => item is T,
  expected: string,
): T[] {
  if (Array.isArray(value) && value.every(isItem)) return value;
  throw invalidResponse(operation, `a list of ${expected}`);
}

export const parseGuild: Parser<GuildData> = parserOf(
  (value): value is GuildData => isObject(value) && isSnowflake(value["id"]) && Array.isArray(value["roles"]),
  "a guild",
);

export const parseChannels: Parser<GuildChannel[]> = (answer, operation) =>
  parseList(answer, operation, isChannel, "channels");

function isChannel(value: unknown): value is GuildChannel {
  return isObject(value) && isSnowflake(value["id"]) && typeof value["type"] === "number";
}

/** A guild member in a REST response. */
export type GuildMember = Omit<GuildMemberData, "guild_id">;

export const parseMember: Parser<GuildMember> = parserOf(isMember, "a member");

export const parseMembers: Parser<GuildMember[]> = (answer, operation) =>
  parseList(answer, operation, isMember, "members");

function isMember(value: unknown): value is GuildMember {
  return isObject(value) && isObject(value["user"]) && Array.isArray(value["roles"]);
}

export function invalidResponse(operation: string, expected: string): ClientError {
  return new ClientError({
    type: ErrorType.HTTPError,
    code: "invalid_response",
    message: `${operation} got a response that is not ${expected}.`,
    hint: "Check that apiBase is the service's own address.",
  });
}

function isCommand(value: unknown): value is Command {
  const { id, name, version } = (value ?? {}) as Partial<Record<keyof Command, unknown>>;
  return typeof id === "string" && typeof name === "string" && typeof version === "string";
}

export function formatJson(body: unknown, operation: string): string | undefined {
  try {
    return JSON.stringify(body);
  } catch {
    throw invalidBody(operation);
  }
}

export function invalidBody(operation: string): ClientError {
  return validationError(
    "invalid_body",
    `${operation} was not sent: the body cannot be serialized as JSON.`,
    "Pass plain data, without bigint values and circular references.",
  );
}

/** @throws ClientError `invalid_response`. */
export function parseJson(text: string, operation: string): unknown {
  const value = readForeignJson(text);
  if (value === undefined) throw invalidResponse(operation, "JSON");
  return value;
}

/** Parses a JSON object; returns an empty object for anything else. */
export function parseObject(text: string): Readonly<Record<string, unknown>> {
  const value = readForeignJson(text);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Statuses of temporary failures of the service or a gateway. */
const passing: ReadonlySet<number> = new Set([500, 502, 503, 504, 507, 522, 523, 524]);

/** Whether to retry immediately after a response with this status. */
export function passesSoon(status: number): boolean {
  return passing.has(status);
}

/**
 * Whether the caller may retry later: after a rate limit (429), an account merge (423, Discord Social SDK, merging accounts), or
 * a failure of the service.
 */
export function passesLater(status: number): boolean {
  return status === 423 || status === 429 || status >= 500;
}

/** The maximum nesting of received JSON. The service uses about twenty levels. */
const deepest = 100;

/**
 * Limits the depth of received JSON, so recursive functions cannot overflow the stack.
 *
 * @throws SyntaxError if it is not JSON or is nested more than 100 levels deep.
 */
export function parseForeignJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isWithin(value, deepest)) return value;
  throw new SyntaxError(`The JSON is nested more than ${deepest} deep.`);
}

/** Returns `undefined` if {@link parseForeignJson} throws. */
export function readForeignJson(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch {
    return undefined;
  }
}

function isWithin(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  return Object.values(value).every((below) => isWithin(below, levels - 1));
}

/** Ten years, which stands for "forever". Timers and `Date` cannot represent some larger values. */
export const longestSeconds = 315_360_000;

/** The range of a `Date` before and after 1970. */
const maxMomentMs = 8.64e15;

/**
 * Validates a received number of seconds and caps it at ten years.
 *
 * @returns `undefined` unless the value is a finite number of at least 0.
 */
export function parseSeconds(value: unknown): number | undefined {
  const isTime = typeof value === "number" && Number.isFinite(value) && value >= 0;
  return isTime ? Math.min(value, longestSeconds) : undefined;
}

/** Like {@link parseSeconds}, for a string such as a header. */
export function parseSecondsText(text: unknown): number | undefined {
  return typeof text === "string" && text.trim() !== "" ? parseSeconds(Number(text)) : undefined;
}

/** Validates a received timestamp in milliseconds since 1970; `undefined` if it is outside the range of `Date`. */
export function parseTimestamp(value: unknown): number | undefined {
  return typeof value === "number" && Math.abs(value) <= maxMomentMs ? value : undefined;
}
