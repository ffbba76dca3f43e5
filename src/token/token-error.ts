import { ClientError, ErrorType } from "../errors.ts";
import type { HttpAnswer } from "../http/send.ts";
import type { Secrets } from "../log/secrets.ts";

/** Longest part of a service's text that goes into an error. */
const longestQuote = 1_000;

/** The error for an answer other than success: OAuth's form (RFC 6749 §5.2), the service's own, or anything else. */
export function tokenEndpointError(operation: string, answer: HttpAnswer, secrets: Secrets): ClientError {
  const body = parseObject(answer.text);
  const quote = (value: unknown) => secrets.clean(String(value)).slice(0, longestQuote);
  const oauthError = typeof body["error"] === "string" ? body["error"] : undefined;
  const reason = body["error_description"] ?? oauthError ?? body["message"];
  const retryable = answer.status === 429 || answer.status >= 500;
  return new ClientError({
    type: ErrorType.HTTPError,
    code: oauthError === undefined ? "http_error" : quote(oauthError),
    message: `${operation} was refused with status ${answer.status}${reason === undefined ? "" : ` (${quote(reason)})`}.`,
    hint: hintFor(oauthError, answer.status),
    status: answer.status,
    errorCode: typeof body["code"] === "number" ? body["code"] : undefined,
    retryable,
    retryAfter: retryable ? retryAfter(answer.headers, body) : undefined,
    responseBody: quote(answer.text),
  });
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function retryAfter(headers: Headers, body: Readonly<Record<string, unknown>>): number | undefined {
  const seconds = Number(body["retry_after"] ?? headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : undefined;
}

function hintFor(error: string | undefined, status: number): string | undefined {
  if (error !== undefined && Object.hasOwn(hints, error)) return hints[error];
  return status >= 500 ? "The service has a problem; try again later." : undefined;
}

const hints: Readonly<Record<string, string>> = {
  invalid_client:
    'Switch on "Public Client" for the application in the developer portal, or exchange the code on your own server.',
  invalid_grant: "The code or token is used up, expired or revoked. Forget it and run Authorize again.",
  invalid_scope: "Ask only for scopes that the application may use.",
};
