import { validationError } from "../core/errors.ts";
import { findPasteMistake, trimmed } from "../core/check/pasted.ts";
import { kindOf } from "../core/check/readers.ts";

/** Kinds of token (Discord Social SDK, `AuthorizationTokenType`). Only bearer tokens are accepted. */
export const AuthorizationTokenType = {
  /** A token of the user's own client. Rejected. */
  User: 0,
  /** An OAuth 2.0 access token (RFC 6750). */
  Bearer: 1,
} as const;

export type AuthorizationTokenType = (typeof AuthorizationTokenType)[keyof typeof AuthorizationTokenType];

const maxTokenLength = 65_536;

/** @throws ClientError `invalid_token_type` or `missing_token` (ValidationError). */
export function checkBearer(tokenType: AuthorizationTokenType, token: string): string {
  if (tokenType !== AuthorizationTokenType.Bearer) {
    throw validationError(
      "invalid_token_type",
      `tokenType is ${kindOf(tokenType)}, but must be Bearer (1), the only supported type.`,
      "Pass AuthorizationTokenType.Bearer.",
    );
  }
  return checkToken(token, "token");
}

/** Trims and checks a token. @throws ClientError `missing_token` (ValidationError). */
export function checkToken(token: unknown, name: string): string {
  const text = trimmed(token);
  if (isToken(text)) return text;
  const [problem, hint] = (typeof text === "string" && findPasteMistake(text)) || [
    `is ${kindOf(text)}, but must be a token`,
    "Pass the string that GetToken returned.",
  ];
  throw validationError("missing_token", `${name} ${problem}.`, hint);
}

/** A b64token (RFC 6750 §2.1). Other strings could inject header lines. */
export function isToken(value: unknown): value is string {
  return typeof value === "string" && value.length <= maxTokenLength && /^[A-Za-z0-9\-._~+/]+=*$/.test(value);
}
