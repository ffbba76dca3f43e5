import { type ClientErrorInit, ErrorType, escapeControls, type OtherErrorCode, cut } from "../errors.ts";
import type { HttpAnswer } from "./send.ts";
import { JsonErrorCode } from "../../wire/error.ts";
import { ApiError, type FieldError, listFieldErrors } from "./api-error.ts";
import { type FieldLocation, type PathKey, locationOf } from "./path.ts";
import { parseObject, parseSeconds, parseSecondsText, passesLater } from "./response.ts";
import { hintOfStatus, knownRefusal, oauthErrors, codesByStatus } from "./known-refusals.ts";

/** The maximum length of the service's reason in a message. */
const maxReasonLength = 300;

/** Hints by OAuth `error`, JSON error code, or status (`status 401`). */
export type Hints = Readonly<Record<string, string>>;

export interface FailedRequest {
  /** For example `Creating a global command`. */
  readonly operation: string;
  readonly body?: unknown;
  readonly mask: (text: string) => string;
  readonly hints?: Hints | undefined;
}

export interface ReadRefusal extends ClientErrorInit {
  readonly fieldErrors: readonly FieldError[];
}

export function serviceError(answer: HttpAnswer, request: FailedRequest): ApiError {
  return new ApiError(readRefusal(answer, request));
}

/**
 * Parses an OAuth error (RFC 6749 §5.2), a Discord API error (Discord documentation, Reference, "Error Messages"), or any other
 * response.
 */
export function readRefusal(answer: HttpAnswer, request: FailedRequest): ReadRefusal {
  const { status } = answer;
  const body = parseObject(answer.text);
  const clean = (text: string): string => cleanServiceText(text, request.mask, maxReasonLength);
  const errorCode = typeof body["code"] === "number" ? body["code"] : undefined;
  const oauthError = textOf(body["error"]);
  const message = textOf(body["message"]) ?? textOf(body["error_description"]) ?? oauthError;
  // Some of the service's messages start with the status.
  const reason = message?.replace(`${status}: `, "");
  const known = knownRefusal(errorCode);
  const fieldErrors = flattenFieldErrors(body["errors"], request.body).map((one) => cleaned(one, clean));
  return {
    type: ErrorType.HTTPError,
    code: known?.code ?? wordOf(oauthError, clean) ?? codesByStatus[status] ?? "http_error",
    message: `${request.operation} failed with ${describe(status, errorCode)}: ${clean(reason ?? "no reason given")}${listFieldErrors(fieldErrors, "the body")}`,
    hint:
      findHint(request.hints, oauthError, errorCode, `status ${status}`) ??
      known?.hint ??
      hintOfStatus(status),
    errorCode,
    status,
    retryable: passesLater(status) || errorCode === JsonErrorCode.IndexNotReady,
    retryAfter: retrySeconds(answer, body),
    fieldErrors,
  };
}

/** Masks secrets and escapes control characters in a string from the service, and truncates it. */
export function cleanServiceText(text: string, mask: (text: string) => string, longest: number): string {
  return cut(escapeControls(mask(text)), longest);
}

function wordOf(oauthError: string | undefined, clean: (text: string) => string) {
  if (oauthError === undefined || oauthError === "") return undefined;
  return oauthErrors.find((word) => word === oauthError) ?? (clean(oauthError) as OtherErrorCode);
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

function cleaned(error: FieldError, clean: (text: string) => string): FieldError {
  const { path, code, message } = error;
  return { ...error, path: clean(path), code: clean(code), message: clean(message) };
}

// Limits the recursion; real trees are about ten levels deep.
const deepestTree = 32;

const maxFieldErrors = 1000;

// The longest field names and locales have about 30 characters.
const maxKeyLength = 100;

/**
 * Flattens the service's error tree into at most 1,000 errors.
 *
 * @param body - The request body, used to look up names.
 */
export function flattenFieldErrors(errors: unknown, body: unknown): FieldError[] {
  const found: FieldError[] = [];
  collect(errors, [], body, found);
  return found;
}

function collect(node: unknown, keys: readonly PathKey[], body: unknown, found: FieldError[]): void {
  if (typeof node !== "object" || node === null || keys.length > deepestTree) return;
  for (const [key, child] of Object.entries(node)) {
    if (found.length >= maxFieldErrors) return;
    if (key !== "_errors") collect(child, [...keys, toPathKey(key)], body, found);
    else if (Array.isArray(child)) addLeaves(child, locationOf(keys, body), found);
  }
}

function addLeaves(leaves: readonly unknown[], location: FieldLocation, found: FieldError[]): void {
  for (const leaf of leaves.slice(0, maxFieldErrors - found.length))
    found.push({ ...location, ...readLeaf(leaf) });
}

/** Long keys are replaced, not truncated, because masking would miss a truncated secret. */
function toPathKey(key: string): PathKey {
  if (key.length > maxKeyLength) return `a key of ${key.length} characters`;
  return /^(0|[1-9]\d{0,8})$/.test(key) ? Number(key) : key;
}

function readLeaf(leaf: unknown): Pick<FieldError, "code" | "message"> {
  const { code, message } = (leaf ?? {}) as { code?: unknown; message?: unknown };
  return {
    code: typeof code === "string" ? code : "UNKNOWN",
    message: typeof message === "string" ? message : "The service did not give a reason.",
  };
}

/** The body's value is more precise than the header (Discord documentation, Rate Limits). */
export function retrySeconds(
  answer: HttpAnswer,
  body: Readonly<Record<string, unknown>> = parseObject(answer.text),
): number | undefined {
  const { retry_after: delay } = body;
  return (
    parseSeconds(delay) ?? parseSecondsText(delay) ?? parseSecondsText(answer.headers.get("retry-after"))
  );
}
