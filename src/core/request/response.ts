import { ClientError, ErrorType, validationError } from "../errors.ts";
import { isObject } from "../check/readers.ts";
import { isSnowflake } from "../snowflake.ts";
import type { Command } from "../../wire/command.ts";
import type { WireMessage } from "../../wire/message.ts";
import { parseForeignJson } from "../check/foreign-text.ts";

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

/** The answer was a success, but not what was asked for. */
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
  try {
    return parseForeignJson(text);
  } catch {
    throw invalidResponse(operation, "JSON");
  }
}

/** The JSON object of an answer; empty when it is something else. */
export function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = parseForeignJson(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
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
