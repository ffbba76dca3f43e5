import { ErrorType, escapeControls } from "../errors.ts";
import type { HttpAnswer } from "../http/send.ts";
import { CommandsError, type FieldError } from "./commands-error.ts";
import { flattenFieldErrors } from "./field-errors.ts";

/** The service's JSON codes that decide what is done next. */
export const ServiceCode = { UnknownCommand: 10063, DailyCreatesSpent: 30034, MissingScope: 50026 } as const;

/** What is known about the service's JSON codes (Discord documentation, Opcodes and Status Codes; 50240 from observed answers). */
const known: Readonly<Record<number, { readonly code: string; readonly hint: string }>> = {
  10002: {
    code: "unknown_application",
    hint: "Check the application id and that the credential is its own.",
  },
  10004: { code: "unknown_guild", hint: "Check the guild id." },
  [ServiceCode.UnknownCommand]: {
    code: "unknown_command",
    hint: "List the commands: it may have been deleted or replaced.",
  },
  10066: { code: "unknown_permissions", hint: "The command has no permission overwrites in this guild." },
  20001: {
    code: "bots_not_allowed",
    hint: "Use a user's token with the scope applications.commands.permissions.update.",
  },
  20012: { code: "wrong_application", hint: "Use a credential of this application." },
  30032: { code: "too_many_commands", hint: "Remove commands of this type from the scope first." },
  [ServiceCode.DailyCreatesSpent]: {
    code: "daily_creates_spent",
    hint: "200 commands a day can be created per scope; edits still work. Go on after retryAfter.",
  },
  40001: {
    code: "unauthorized",
    hint: "The token lacks a scope: permissions need applications.commands.permissions.update.",
  },
  40333: {
    code: "blocked",
    hint: "The service blocked the request before reading it; check the User-Agent.",
  },
  50001: {
    code: "missing_access",
    hint: "Authorize the application in this guild with the scope applications.commands.",
  },
  50013: { code: "missing_permissions", hint: "The user must manage the guild and its roles." },
  50014: { code: "invalid_token", hint: "Get a new token." },
  50025: { code: "invalid_token", hint: "Get a new token." },
  [ServiceCode.MissingScope]: {
    code: "missing_scope",
    hint: "The token needs the scope applications.commands.permissions.update.",
  },
  50035: { code: "invalid_form_body", hint: "Mend the fields named in fieldErrors." },
  50240: {
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
  const header = answer.headers.get("retry-after");
  const seconds = Number(body["retry_after"] ?? header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
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
