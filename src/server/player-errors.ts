import { ClientError, ErrorType, isClientError } from "../core/errors.ts";
import { inWords } from "../core/request/duration.ts";

export function signedOut(state: "none" | "ended"): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "session_ended",
    message:
      state === "none"
        ? "The player has no tokens here: nobody with this id has signed in."
        : "The player is signed out: the tokens were revoked or forgotten, or the service refused to refresh them.",
    hint: "Let the player sign in again.",
  });
}

export function noRefreshToken(): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "invalid_grant",
    message:
      "The player's token has expired, and it has no refresh token, like all tokens of provisional accounts.",
    hint: "Pass externalAuth to createPlayerTokens, or let the game authenticate again with a token of its provider.",
  });
}

export function stillBusy(ms: number): ClientError {
  return new ClientError({
    type: ErrorType.ClientNotReady,
    code: "session_busy",
    message: `The player's token has expired, and another instance has not renewed it within ${inWords(ms)}.`,
    hint: "Try again.",
    retryable: true,
  });
}

export function tooMany(): ClientError {
  return new ClientError({
    type: ErrorType.HTTPError,
    code: "rate_limited",
    message:
      "Too many requests for tokens came within a minute: from one game or address, or from all callers whose address is not known.",
    hint: "Try again in a minute.",
    status: 429,
    retryable: true,
    retryAfter: 60,
  });
}

export function deadSecret(problem: string): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "invalid_grant",
    message: `The session secret ${problem}.`,
    hint: "Let the player sign in again.",
  });
}

/** For a game there is no difference between a session and tokens that are over. */
export function asDeadSecret(error: unknown): never {
  throw isClientError(error) && error.code === "session_ended"
    ? deadSecret("belongs to a player who is signed out")
    : error;
}
