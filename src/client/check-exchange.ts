import type { KnownAttempt } from "../sign-in/attempt-memory.ts";
import { checkVerifier } from "../sign-in/code-verifier.ts";
import { type ClientError, validationError } from "../core/errors.ts";
import { isWellFormed, kindOf } from "../core/check/reader.ts";
import { parseSnowflake } from "../core/snowflake.ts";
import type { CodeExchange } from "../tokens/exchange.ts";

/** @throws ClientError `invalid_id`, `missing_code`, `invalid_code_verifier` or `invalid_redirect_uri` (ValidationError). */
export function checkExchange(
  applicationId: unknown,
  code: unknown,
  codeVerifier: unknown,
  redirectUri: unknown,
): CodeExchange {
  return {
    applicationId: parseSnowflake(applicationId, "applicationId"),
    code: checkCode(code),
    codeVerifier: checkVerifier(codeVerifier),
    redirectUri: checkRedirectUri(redirectUri),
  };
}

function checkCode(code: unknown): string {
  if (typeof code === "string" && code !== "" && isWellFormed(code)) return code;
  throw validationError(
    "missing_code",
    `code is ${kindOf(code)}, but must be a whole authorization code.`,
    "Pass the code that Authorize returned. A copy of its result made by structuredClone or JSON has no code.",
  );
}

function checkRedirectUri(redirectUri: unknown): string | undefined {
  if (redirectUri === undefined) return undefined;
  if (typeof redirectUri === "string" && isWellFormed(redirectUri) && URL.canParse(redirectUri))
    return redirectUri;
  throw wrongRedirectUri(`redirectUri is ${kindOf(redirectUri)}, but must be a URI`);
}

/**
 * Refuses an exchange that the service would refuse, which would cost the code. Of a code from elsewhere nothing is known.
 *
 * @throws ClientError `invalid_redirect_uri` (ValidationError).
 */
export function checkBelongs({ redirectUri }: CodeExchange, attempt: KnownAttempt | undefined): void {
  if (!attempt || (redirectUri === undefined) === (attempt.redirectUri === undefined)) return;
  throw redirectUri === undefined
    ? wrongRedirectUri("redirectUri is missing, but the player was redirected when this code was issued")
    : wrongRedirectUri("redirectUri must be undefined: this code was issued in the desktop client");
}

function wrongRedirectUri(reason: string): ClientError {
  return validationError("invalid_redirect_uri", `${reason}.`, "Pass exactly what Authorize returned.");
}
