import { type Asked, type Hints, quote, readRefusal } from "../core/request/service-error.ts";
import { ClientError } from "../core/errors.ts";
import type { HttpAnswer } from "../core/request/send.ts";
import type { Secrets } from "../log/secrets.ts";
import { JsonErrorCode } from "../wire/json-error-code.ts";

/** Longest part of an answer that an error keeps. */
const longestBody = 1_000;

/** The error for an answer other than success, with the answer: all of it passes the redactor. */
export function tokenError(
  operation: string,
  answer: HttpAnswer,
  secrets: Secrets,
  { body, hints }: Pick<Asked, "body" | "hints"> = {},
): ClientError {
  const mask = (text: string): string => secrets.clean(text);
  const refusal = readRefusal(answer, { operation, body, mask, hints: { ...tokenHints, ...hints } });
  return new ClientError({ ...refusal, responseBody: quote(answer.text, mask, longestBody) });
}

const publicClient =
  'Switch on "Public Client" for the application in the developer portal, or pass exchangeCode and refreshToken to the ' +
  "Client, so that your own server, which has the secret, does it.";

const tokenHints: Hints = {
  invalid_client: publicClient,
  unauthorized_client: publicClient,
  invalid_grant: "The code or token is used up, expired or revoked. Forget it and run Authorize again.",
  invalid_scope:
    "Ask only for scopes that the application may use: enable the Social SDK, or the scope, in the developer portal.",
  "status 401": "The access token is no longer valid: refresh it, or run Authorize again.",
  "status 423": "Accounts of the player are being merged; try again later.",
  [JsonErrorCode.MissingAccess]: "The application has not been approved for this; ask the service.",
  [JsonErrorCode.InvalidOAuthToken]: "The access token is not valid: refresh it, or run Authorize again.",
  [JsonErrorCode.MissingScope]: "The token lacks a scope for this: authorize again with the scope added.",
};
