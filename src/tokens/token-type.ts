import { validationError } from "../core/errors.ts";
import { findPasteMistake, trimmed, kindOf } from "../core/check/readers.ts";

/** The kinds of token (Discord Social SDK, `AuthorizationTokenType`). Only bearer tokens are accepted. @stable */
export const AuthorizationTokenType = {
  /** A token from the user's own Discord client. Rejected. */
  User: 0,
  /** An OAuth 2.0 access token (RFC 6750). */
  Bearer: 1,
} as const;

export type AuthorizationTokenType = (typeof AuthorizationTokenType)[keyof typeof AuthorizationTokenType];

const maxTokenLength = 65_536;

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

/** Trims and checks a token. */
export function checkToken(token: unknown, name: string): string {
  const text = trimmed(token);
  if (isToken(text)) return text;
  const [problem, hint] = (typeof text === "string" && findPasteMistake(text)) || [
    `is ${kindOf(text)}, but must be a token`,
    "Pass the string that GetToken returned.",
  ];
  throw validationError("missing_token", `${name} ${problem}.`, hint);
}

/** Whether the value is a b64token (RFC 6750 §2.1). Other strings could inject header lines. */
export function isToken(value: unknown): value is string {
  return typeof value === "string" && value.length <= maxTokenLength && /^[A-Za-z0-9\-._~+/]+=*$/.test(value);
}
