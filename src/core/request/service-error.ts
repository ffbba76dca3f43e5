import { type ClientErrorInit, ErrorType, escapeControls, type OtherErrorCode, cut } from "../errors.ts";
import type { HttpAnswer } from "./send.ts";
import { JsonErrorCode } from "../../wire/error.ts";
import { ApiError, type FieldError } from "./api-error.ts";
import { flattenFieldErrors } from "./field-errors.ts";
import { parseObject, passesLater, retrySeconds } from "./response.ts";
import { hintOfStatus, knownRefusal, oauthErrors, wordsOfStatus } from "./known-refusals.ts";

/** The maximum length of a service string in a message. */
const longestReason = 300;
/** The number of field errors in a message. `fieldErrors` has all of them. */
const mostListed = 10;

/** Hints by OAuth `error`, JSON error code, or `status 401`. */
export type Hints = Readonly<Record<string, string>>;

export interface Asked {
  /** For example `Creating a global command`. */
  readonly operation: string;
  readonly body?: unknown;
  readonly mask: (text: string) => string;
  readonly hints?: Hints | undefined;
}

export interface ReadRefusal extends ClientErrorInit {
  readonly fieldErrors: readonly FieldError[];
}

export function serviceError(answer: HttpAnswer, asked: Asked): ApiError {
  return new ApiError(readRefusal(answer, asked));
}

/**
 * Parses the OAuth format (RFC 6749 §5.2), the service's format (Discord documentation, Reference, "Error Messages"), or any
 * other response.
 */
export function readRefusal(answer: HttpAnswer, asked: Asked): ReadRefusal {
  const { status } = answer;
  const body = parseObject(answer.text);
  const shown = (text: string): string => quote(text, asked.mask, longestReason);
  const errorCode = typeof body["code"] === "number" ? body["code"] : undefined;
  const oauthError = textOf(body["error"]);
  const words = textOf(body["message"]) ?? textOf(body["error_description"]) ?? oauthError;
  // Some of the service's messages start with the status.
  const reason = words?.replace(`${status}: `, "");
  const known = knownRefusal(errorCode);
  const fieldErrors = flattenFieldErrors(body["errors"], asked.body).map((one) => cleaned(one, shown));
  return {
    type: ErrorType.HTTPError,
    code: known?.code ?? wordOf(oauthError, shown) ?? wordsOfStatus[status] ?? "http_error",
    message: `${asked.operation} was refused with ${describe(status, errorCode)}: ${shown(reason ?? "no reason given")}${list(fieldErrors)}`,
    hint:
      findHint(asked.hints, oauthError, errorCode, `status ${status}`) ?? known?.hint ?? hintOfStatus(status),
    errorCode,
    status,
    retryable: passesLater(status) || errorCode === JsonErrorCode.IndexNotReady,
    retryAfter: retrySeconds(answer, body),
    fieldErrors,
  };
}

/** Masks, escapes and truncates a string of the service. */
export function quote(text: string, mask: (text: string) => string, longest: number): string {
  return cut(escapeControls(mask(text)), longest);
}

function wordOf(oauthError: string | undefined, shown: (text: string) => string) {
  if (oauthError === undefined || oauthError === "") return undefined;
  return oauthErrors.find((word) => word === oauthError) ?? (shown(oauthError) as OtherErrorCode);
}

function findHint(hints: Hints = {}, ...keys: readonly (string | number | undefined)[]): string | undefined {
  const key = keys.find((one) => one !== undefined && Object.hasOwn(hints, one));
  return key === undefined ? undefined : hints[key];
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function describe(status: number, code: number | undefined): string {
  return code ? `status ${status}, code ${code}` : `status ${status}`;
}

function list(fieldErrors: readonly FieldError[]): string {
  const shown = fieldErrors
    .slice(0, mostListed)
    .map(({ path, code, message }) => `\n  ${path || "the body"}: ${message} [${code}]`);
  const more = fieldErrors.length - shown.length;
  return shown.join("") + (more > 0 ? `\n  and ${more} more` : "");
}

function cleaned(error: FieldError, shown: (text: string) => string): FieldError {
  const { path, code, message } = error;
  return { ...error, path: shown(path), code: shown(code), message: shown(message) };
}
