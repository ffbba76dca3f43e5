import { validationError } from "../core/errors.ts";
import { findPasteMistake, trimmed, kindOf, readerOf } from "../core/check/readers.ts";

/** The kinds of token (Discord Social SDK, `AuthorizationTokenType`). Only bearer tokens are accepted. @stable */
export const AuthorizationTokenType = {
  /** A token from the user's own Discord client. Rejected. */
  User: 0,
  /** An OAuth 2.0 access token (RFC 6750). */
  Bearer: 1,
} as const;

export type AuthorizationTokenType = (typeof AuthorizationTokenType)[keyof typeof AuthorizationTokenType];

const maxTokenLength = 65_536;

const readTokenType = readerOf<AuthorizationTokenType>(
  "Bearer (1), the only supported type",
  (tokenType) => tokenType === AuthorizationTokenType.Bearer,
  { code: "invalid_token_type", hint: "Pass AuthorizationTokenType.Bearer." },
);

export function checkBearer(tokenType: AuthorizationTokenType, token: string): string {
  readTokenType(tokenType, "tokenType");
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
