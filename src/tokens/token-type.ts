import { validationError } from "../core/errors.ts";
import { kindOf } from "../core/check/readers.ts";

/** Kinds of token (Discord Social SDK, `AuthorizationTokenType`). Only bearer tokens can be used. */
export const AuthorizationTokenType = {
  /** Token of a user's own client. Refused. */
  User: 0,
  /** Access token of OAuth 2.0 (RFC 6750). */
  Bearer: 1,
} as const;

export type AuthorizationTokenType = (typeof AuthorizationTokenType)[keyof typeof AuthorizationTokenType];

const longestToken = 65_536;

/** @throws ClientError `invalid_token_type` or `missing_token` (ValidationError). */
export function checkBearer(tokenType: AuthorizationTokenType, token: string): string {
  if (tokenType !== AuthorizationTokenType.Bearer) {
    throw validationError(
      "invalid_token_type",
      `tokenType is ${kindOf(tokenType)}, but must be Bearer (1), the only one that can be used.`,
      "Pass AuthorizationTokenType.Bearer.",
    );
  }
  return checkToken(token, "token");
}

/** @throws ClientError `missing_token` (ValidationError). */
export function checkToken(token: unknown, name: string): string {
  if (isToken(token)) return token;
  throw validationError(
    "missing_token",
    `${name} is ${kindOf(token)}, but must be a token.`,
    "Pass the string that GetToken returned.",
  );
}

/** Whether it is a b64token (RFC 6750 §2.1): anything else could smuggle a line into a header. */
export function isToken(value: unknown): value is string {
  return typeof value === "string" && value.length <= longestToken && /^[A-Za-z0-9\-._~+/]+=*$/.test(value);
}
