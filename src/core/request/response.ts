import { ClientError, ErrorType, validationError } from "../errors.ts";
import { isObject, isSnowflake } from "../check/readers.ts";
import type { Command } from "../../wire/command.ts";
import type { GuildChannel, GuildData, GuildMemberData } from "../../wire/guild.ts";
import type { WireMessage } from "../../wire/message.ts";

export function parseCommand(value: unknown, operation: string): Command {
  if (!isCommand(value)) throw invalidResponse(operation, "a command");
  return value;
}

export function parseCommandList(value: unknown, operation: string): Command[] {
  return parseList(value, operation, isCommand, "commands");
}

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
    message: `${operation} failed: the response is not ${expected}.`,
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
    `${operation} was not attempted: the body cannot be serialized as JSON.`,
    "Pass plain data without bigint values or cycles.",
  );
}

export function parseJson(text: string, operation: string): unknown {
  const value = readForeignJson(text);
  if (value === undefined) throw invalidResponse(operation, "JSON");
  return value;
}

/** Parses a JSON object. Returns an empty object if the text is not one. */
export function parseObject(text: string): Readonly<Record<string, unknown>> {
  const value = readForeignJson(text);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Statuses of temporary failures, from the service or a gateway. */
const passing: ReadonlySet<number> = new Set([500, 502, 503, 504, 507, 522, 523, 524]);

/** Whether to retry immediately after this status. */
export function passesSoon(status: number): boolean {
  return passing.has(status);
}

/**
 * Whether the caller may retry later: after a rate limit (429), during an account merge (423; Discord Social SDK, merging
 * accounts), or after a server error (5xx).
 */
export function passesLater(status: number): boolean {
  return status === 423 || status === 429 || status >= 500;
}

/** How deeply received JSON may be nested. The service uses about twenty levels. */
const deepest = 100;

/**
 * Parses JSON and limits its depth, because deeply nested values could overflow the stack of recursive functions.
 *
 * @throws SyntaxError if the text is not JSON or is nested more than 100 levels deep.
 */
export function parseForeignJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isWithin(value, deepest)) return value;
  throw new SyntaxError(`The JSON is nested more than ${deepest} levels deep.`);
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

/** Ten years, used to mean "forever". Timers and `Date` do not support some larger values. */
export const longestSeconds = 315_360_000;

/** The range of `Date` before and after 1970. */
const maxMomentMs = 8.64e15;

/**
 * Validates a received number of seconds and caps it at ten years.
 *
 * @returns `undefined` unless the value is a finite, non-negative number.
 */
export function parseSeconds(value: unknown): number | undefined {
  const isTime = typeof value === "number" && Number.isFinite(value) && value >= 0;
  return isTime ? Math.min(value, longestSeconds) : undefined;
}

/** Like {@link parseSeconds}, for a header or another string. */
export function parseSecondsText(text: unknown): number | undefined {
  return typeof text === "string" && text.trim() !== "" ? parseSeconds(Number(text)) : undefined;
}

/** Validates a received timestamp in milliseconds since 1970. Returns `undefined` if it is outside the range of `Date`. */
export function parseTimestamp(value: unknown): number | undefined {
  return typeof value === "number" && Math.abs(value) <= maxMomentMs ? value : undefined;
}
