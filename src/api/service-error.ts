import { ErrorType, escapeControls } from "../errors.ts";
import type { HttpAnswer } from "../http/send.ts";
import { JsonErrorCode } from "../wire/json-error-code.ts";
import { CommandsError, type FieldError } from "./commands-error.ts";
import { flattenFieldErrors } from "./field-errors.ts";

/** What a refusal with this code means to a program, and what to do next. */
const known: Readonly<Record<number, { readonly code: string; readonly hint: string }>> = {
  [JsonErrorCode.UnknownApplication]: {
    code: "unknown_application",
    hint: "Check the application id and that the credential is its own.",
  },
  [JsonErrorCode.UnknownGuild]: { code: "unknown_guild", hint: "Check the guild id." },
  [JsonErrorCode.UnknownCommand]: {
    code: "unknown_command",
    hint: "List the commands: it may have been deleted or replaced.",
  },
  [JsonErrorCode.UnknownCommandPermissions]: {
    code: "unknown_permissions",
    hint: "The command has no permission overwrites in this guild.",
  },
  [JsonErrorCode.BotsNotAllowed]: {
    code: "bots_not_allowed",
    hint: "Use a user's token with the scope applications.commands.permissions.update.",
  },
  [JsonErrorCode.WrongApplication]: {
    code: "wrong_application",
    hint: "Use a credential of this application.",
  },
  [JsonErrorCode.TooManyCommands]: {
    code: "too_many_commands",
    hint: "Remove commands of this type from the scope first.",
  },
  [JsonErrorCode.DailyCreatesSpent]: {
    code: "daily_creates_spent",
    hint: "200 commands a day can be created per scope; edits still work. Go on after retryAfter.",
  },
  [JsonErrorCode.Unauthorized]: {
    code: "unauthorized",
    hint: "The token lacks a scope: permissions need applications.commands.permissions.update.",
  },
  [JsonErrorCode.Blocked]: {
    code: "blocked",
    hint: "The service blocked the request before reading it; check the User-Agent.",
  },
  [JsonErrorCode.MissingAccess]: {
    code: "missing_access",
    hint: "Authorize the application in this guild with the scope applications.commands.",
  },
  [JsonErrorCode.MissingPermissions]: {
    code: "missing_permissions",
    hint: "The user must manage the guild and its roles.",
  },
  [JsonErrorCode.InvalidToken]: { code: "invalid_token", hint: "Get a new token." },
  [JsonErrorCode.InvalidOAuthToken]: { code: "invalid_token", hint: "Get a new token." },
  [JsonErrorCode.MissingScope]: {
    code: "missing_scope",
    hint: "The token needs the scope applications.commands.permissions.update.",
  },
  [JsonErrorCode.InvalidFormBody]: {
    code: "invalid_form_body",
    hint: "Mend the fields named in fieldErrors.",
  },
  [JsonErrorCode.EntryPointMissing]: {
    code: "entry_point_missing",
    hint: "Include the existing entry point command in the list, or delete it first.",
  },
};

const byStatus: Readonly<Record<number, string>> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  405: "method_not_allowed",
  429: "rate_limited",
};

/** What was asked, for the text of the error. */
export interface Asked {
  /** For example `Creating a global command`. */
  readonly operation: string;
  /** The body as sent, unparsed JSON values: names are taken from it. */
  readonly body?: unknown;
  /** Hides the secrets of the client in a text of the service. */
  readonly mask: (text: string) => string;
}

/** Makes the typed error of an answer that is not a success. */
export function serviceError(answer: HttpAnswer, asked: Asked): CommandsError {
  const body = parseObject(answer.text);
  const number = typeof body["code"] === "number" ? body["code"] : undefined;
  const fact = number === undefined ? undefined : known[number];
  const oauth = typeof body["error"] === "string" ? body["error"] : undefined;
  const fieldErrors = flattenFieldErrors(body["errors"], asked.body).map((one) => cleaned(one, asked.mask));
  const said = clean(body["message"] ?? body["error_description"] ?? oauth ?? "no reason given", asked.mask);
  const retryAfter = retrySeconds(answer, body);
  return new CommandsError({
    type: ErrorType.HTTPError,
    code: fact?.code ?? (oauth && clean(oauth, asked.mask)) ?? byStatus[answer.status] ?? "http_error",
    message: `${asked.operation} was refused with ${describe(answer.status, number)}: ${said}${list(fieldErrors)}`,
    hint: fact?.hint,
    errorCode: number,
    status: answer.status,
    retryable: answer.status === 429 || answer.status >= 500,
    retryAfter,
    fieldErrors,
  });
}

/** Seconds to wait as a 429 says: the body is finer than the header (Discord documentation, Rate Limits). */
export function retrySeconds(
  answer: HttpAnswer,
  body: Readonly<Record<string, unknown>> = parseObject(answer.text),
): number | undefined {
  return [body["retry_after"], answer.headers.get("retry-after")].map(parseSeconds).find(isDefined);
}

function parseSeconds(value: unknown): number | undefined {
  if (typeof value !== "number" && (typeof value !== "string" || value.trim() === "")) return undefined;
  const seconds = Number(value);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

function isDefined<T>(value: T | undefined): value is T {
  return value !== undefined;
}

/** The JSON object of an answer; empty when it is something else. */
export function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function describe(status: number, code: number | undefined): string {
  return code ? `status ${status}, code ${code}` : `status ${status}`;
}

function list(fieldErrors: readonly FieldError[]): string {
  const shown = fieldErrors
    .slice(0, 10)
    .map(({ path, code, message }) => `\n  ${path || "the body"}: ${message} [${code}]`);
  const more = fieldErrors.length - shown.length;
  return shown.join("") + (more > 0 ? `\n  and ${more} more` : "");
}

function cleaned(error: FieldError, mask: (text: string) => string): FieldError {
  return {
    ...error,
    path: clean(error.path, mask),
    code: clean(error.code, mask),
    message: clean(error.message, mask),
  };
}

/** A text of the service, fit for an error: no secret, on one line, not endless. */
function clean(value: unknown, mask: (text: string) => string): string {
  const text = typeof value === "string" ? value : "no reason given";
  return escapeControls(mask(text)).slice(0, 300);
}
