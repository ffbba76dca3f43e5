import { type ClientError, validationError } from "../errors.ts";
import { parseForeignJson } from "../check/json.ts";
import { invalidResponse } from "./response.ts";

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
