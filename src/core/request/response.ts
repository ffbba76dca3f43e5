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

/** Reads what a call was answered; fails with `invalid_response`. */
export type Parser<T> = (value: unknown, operation: string) => T;

/** The parser of an answer of one kind. */
export function parserOf<T>(isOne: (value: unknown) => value is T, expected: string): Parser<T> {
  return (value, operation) => {
    if (isOne(value)) return value;
    throw invalidResponse(operation, expected);
  };
}

/**
 * @param expected - what the list holds, for the error: `thread members`.
 * @throws ClientError `invalid_response` unless `value` is a list of such items.
 */
export function parseList<T>(
  value: unknown,
  operation: string,
  isItem: (item: unknown) => item is T,
  expected: string,
): T[] {
  if (Array.isArray(value) && value.every(isItem)) return value;
  throw invalidResponse(operation, `a list of ${expected}`);
}

/** A guild as an endpoint describes it. */
export const parseGuild: Parser<GuildData> = parserOf(
  (value): value is GuildData => isObject(value) && isSnowflake(value["id"]) && Array.isArray(value["roles"]),
  "a guild",
);

/** The channels of a guild. */
export const parseChannels: Parser<GuildChannel[]> = (answer, operation) =>
  parseList(answer, operation, isChannel, "channels");

function isChannel(value: unknown): value is GuildChannel {
  return isObject(value) && isSnowflake(value["id"]) && typeof value["type"] === "number";
}

/** A member as endpoints of a guild describe one. */
export type GuildMember = Omit<GuildMemberData, "guild_id">;

/** A member of a guild. */
export const parseMember: Parser<GuildMember> = parserOf(isMember, "a member");

/** Members of a guild. */
export const parseMembers: Parser<GuildMember[]> = (answer, operation) =>
  parseList(answer, operation, isMember, "members");

function isMember(value: unknown): value is GuildMember {
  return isObject(value) && isObject(value["user"]) && Array.isArray(value["roles"]);
}

/** The error for a successful answer with unexpected content. */
export function invalidResponse(operation: string, expected: string): ClientError {
  return new ClientError({
    type: ErrorType.HTTPError,
    code: "invalid_response",
    message: `${operation} was answered with something that is not ${expected}.`,
    hint: "Check that apiBase is the service's own address.",
  });
}

function isCommand(value: unknown): value is Command {
  const { id, name, version } = (value ?? {}) as Partial<Record<keyof Command, unknown>>;
  return typeof id === "string" && typeof name === "string" && typeof version === "string";
}

/** The rules look at the fields of a command only: others may be anything. */
export function formatJson(body: unknown, operation: string): string | undefined {
  try {
    return JSON.stringify(body);
  } catch {
    throw invalidBody(operation);
  }
}

/** The refusal of a body that JSON has no words for. */
export function invalidBody(operation: string): ClientError {
  return validationError(
    "invalid_body",
    `${operation} was not sent: the body cannot be written as JSON.`,
    "Pass plain data, without bigint values and circular references.",
  );
}

/** @throws ClientError `invalid_response`. */
export function parseJson(text: string, operation: string): unknown {
  const value = readForeignJson(text);
  if (value === undefined) throw invalidResponse(operation, "JSON");
  return value;
}

/** The JSON object of an answer; empty when it is something else. */
export function parseObject(text: string): Readonly<Record<string, unknown>> {
  const value = readForeignJson(text);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** The service, or what stands before it, was not able to answer, and may be in a moment. */
const passing: ReadonlySet<number> = new Set([500, 502, 503, 504, 507, 522, 523, 524]);

/** Whether the same request is worth repeating at once, by the status of its answer. */
export function passesSoon(status: number): boolean {
  return passing.has(status);
}

/**
 * Whether the same request may succeed later, which its caller decides: after a limit (429), after accounts have been merged
 * (423, Discord Social SDK, merging accounts), or once the service is well again. Some of it lasts too long to repeat at once.
 */
export function passesLater(status: number): boolean {
  return status === 423 || status === 429 || status >= 500;
}

/** The deepest nesting of JSON of another party. The service sends and takes about twenty levels. */
const deepest = 100;

/**
 * Reads JSON of another party. Recursive functions can walk, copy and write its result, which a text of a few kilobytes could
 * otherwise let run out of stack.
 *
 * @throws SyntaxError when it is no JSON, or nested more than 100 deep; it quotes nothing of the text where that is too deep.
 */
export function parseForeignJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isWithin(value, deepest)) return value;
  throw new SyntaxError(`It is JSON that is nested more than ${deepest} deep.`);
}

/** The same; undefined for invalid JSON, or JSON nested too deep. */
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

/** Ten years. A longer time means "for ever"; timers and `Date` cannot hold some of the values that arrive. */
export const longestSaidSeconds = 315_360_000;

/** The range of a `Date`, on both sides of 1970. */
const longestMomentMs = 8.64e15;

/**
 * Seconds from another party: an interval, a lifetime, a time to wait. Every such number is read here. More than ten years count
 * as ten years.
 *
 * @returns undefined for an invalid time: no number, negative, NaN or infinite.
 */
export function saidSeconds(value: unknown): number | undefined {
  const isTime = typeof value === "number" && Number.isFinite(value) && value >= 0;
  return isTime ? Math.min(value, longestSaidSeconds) : undefined;
}

/** The same for those that a text says, such as a header. */
export function writtenSeconds(text: unknown): number | undefined {
  return typeof text === "string" && text.trim() !== "" ? saidSeconds(Number(text)) : undefined;
}

/** A moment from another party, in milliseconds since 1970; undefined outside the range of `Date`. */
export function saidMoment(value: unknown): number | undefined {
  return typeof value === "number" && Math.abs(value) <= longestMomentMs ? value : undefined;
}
