import { ClientError, ErrorType, isErrorType } from "../core/errors.ts";
import { invalidResponse } from "../core/request/response.ts";
import type { Hints } from "../core/request/service-error.ts";
import type { Secrets } from "../log/secrets.ts";
import { authorizationRefused, type ExpectedCallback } from "../sign-in/authorization-endpoint.ts";
import { tokenError } from "../tokens/token-endpoint.ts";
import type { NativeFailure } from "./binding.ts";

export interface FailedOperation {
  readonly operation: string;
  readonly secrets: Pick<Secrets, "clean" | "registerTokens">;
  readonly hints?: Hints | undefined;
}

/** An OAuth `error` (RFC 6749 §4.1.2.1, §5.2). */
const oauthError = /^[a-z_]{1,60}$/;

/** Converts the library's error to the one that the same failure would cause over HTTP. */
export function errorOf(failure: NativeFailure, { operation, secrets, hints }: FailedOperation): ClientError {
  const { reason, type, status, message, body, errorCode, retryable, retryAfter } = failure;
  secrets.registerTokens(body);
  if (reason === "unsupported") return unsupported(operation);
  if (reason !== undefined) return invalidResponse(operation, "a result of the Social SDK");
  if (type === ErrorType.HTTPError && status >= 400) {
    const text =
      body === "" ? JSON.stringify({ [oauthError.test(message) ? "error" : "message"]: message }) : body;
    const headers = new Headers(retryAfter > 0 ? { "retry-after": String(retryAfter) } : {});
    return tokenError(operation, { status, headers, text }, secrets as Secrets, { hints });
  }
  if (type === ErrorType.NetworkError) {
    return new ClientError({
      type,
      code: "network_error",
      message: `${operation} could not reach the service through the Social SDK.`,
      hint: "Check the connection.",
      retryable: true,
    });
  }
  return new ClientError({
    // The library should never report a failure without a type.
    type: isErrorType(type) && type !== ErrorType.None ? type : ErrorType.HTTPError,
    code: "social_sdk_failed",
    message: `${operation} failed in the Social SDK: ${secrets.clean(message) || "no reason given"}.`,
    errorCode: errorCode === 0 ? undefined : errorCode,
    retryable,
    retryAfter: retryAfter > 0 ? retryAfter : undefined,
  });
}

/**
 * The error for a rejected authorization. The vendor does not document which error the library reports if the player declines.
 * It is probably `Aborted` (ErrorType of the SDK's header: "aborted by the user").
 */
export function authorizationFailure(
  failure: NativeFailure,
  expected: Pick<ExpectedCallback, "scopes" | "clean">,
  operation: FailedOperation,
): ClientError {
  const { reason, type, message } = failure;
  if (reason === undefined && type === ErrorType.Aborted)
    return authorizationRefused({ error: "access_denied" }, expected);
  const isRefused =
    reason === undefined && type === ErrorType.AuthorizationFailed && oauthError.test(message);
  return isRefused ? authorizationRefused({ error: message }, expected) : errorOf(failure, operation);
}

function unsupported(operation: string): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "social_sdk_unavailable",
    message: `${operation} is not supported by this release of the Social SDK.`,
    hint: "Update the SDK, or omit the backend option.",
  });
}
