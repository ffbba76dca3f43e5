import { ClientError, ErrorType } from "../errors.ts";
import type { HttpAnswer } from "../http/send.ts";
import type { Secrets } from "../log/secrets.ts";
import { JsonErrorCode } from "../wire/json-error-code.ts";

/** Words that programs decide by: they must get through where nothing can be filtered (RFC 6749 §5.2, RFC 7009 §2.2.1, RFC 8628 §3.5). */
const oauthErrors: ReadonlySet<string> = new Set([
  "access_denied",
  "authorization_pending",
  "expired_token",
  "invalid_client",
  "invalid_grant",
  "invalid_request",
  "invalid_scope",
  "slow_down",
  "unauthorized_client",
  "unsupported_grant_type",
  "unsupported_token_type",
]);

/** Longest part of a service's text that goes into an error. */
const longestQuote = 1_000;

/** What to do next, by OAuth `error` or by the service's JSON error code. */
export type Hints = Readonly<Record<string, string>>;

/**
 * The error for an answer other than success: OAuth's form (RFC 6749 §5.2), the service's own, or anything else.
 *
 * @param operationHints - what the operation knows better than the general hints.
 */
export function tokenEndpointError(
  operation: string,
  answer: HttpAnswer,
  secrets: Secrets,
  operationHints: Hints = {},
): ClientError {
  const body = parseObject(answer.text);
  const quote = (value: unknown) => secrets.clean(String(value)).slice(0, longestQuote);
  const oauthError = typeof body["error"] === "string" ? body["error"] : undefined;
  const errorCode = typeof body["code"] === "number" ? body["code"] : undefined;
  const reason = body["error_description"] ?? oauthError ?? body["message"];
  const code = oauthError === undefined || oauthErrors.has(oauthError) ? oauthError : quote(oauthError);
  // 423: a merge is still going on (Discord Social SDK, merging accounts)
  const retryable = answer.status === 423 || answer.status === 429 || answer.status >= 500;
  return new ClientError({
    type: ErrorType.HTTPError,
    code: code ?? "http_error",
    message: `${operation} was refused with status ${answer.status}${reason === undefined ? "" : ` (${quote(reason)})`}.`,
    hint: hintFor({ ...hints, ...operationHints }, answer.status, oauthError, errorCode),
    status: answer.status,
    errorCode,
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

function hintFor(
  known: Hints,
  status: number,
  ...words: (string | number | undefined)[]
): string | undefined {
  const word = [...words, `status ${status}`].find(
    (candidate) => candidate !== undefined && Object.hasOwn(known, candidate),
  );
  if (word !== undefined) return known[word];
  if (status >= 500) return "The service has a problem; try again later.";
  return status >= 300 && status < 400
    ? "Check apiBase: a redirect is not followed with a secret."
    : undefined;
}

const publicClient =
  'Switch on "Public Client" for the application in the developer portal, or pass exchangeCode and refreshToken to the ' +
  "Client, so that your own server, which has the secret, does it.";

const hints: Hints = {
  invalid_client: publicClient,
  unauthorized_client: publicClient,
  invalid_grant: "The code or token is used up, expired or revoked. Forget it and run Authorize again.",
  invalid_scope:
    "Ask only for scopes that the application may use: enable the Social SDK, or the scope, in the developer portal.",
  "status 401": "The access token is dead: refresh it, or run Authorize again.",
  "status 423": "Accounts of the player are being merged; try again later.",
  "status 429": "Wait for as long as retryAfter says.",
  [JsonErrorCode.MissingAccess]: "The application has not been approved for this; ask the service.",
  [JsonErrorCode.InvalidOAuthToken]: "The access token is not valid: refresh it, or run Authorize again.",
  [JsonErrorCode.MissingScope]: "The token lacks a scope for this: authorize again with the scope added.",
  [JsonErrorCode.AccountLinked]:
    "The account is linked to a Discord account: run Authorize instead of using a provisional account.",
};
