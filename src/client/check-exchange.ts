import { checkVerifier } from "../authorization/code-verifier.ts";
import { validationError } from "../errors.ts";
import { parseSnowflake } from "../snowflake.ts";
import type { CodeExchange } from "../token/exchange.ts";

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
  if (typeof code === "string" && code !== "") return code;
  throw validationError(
    "missing_code",
    "The authorization code is missing.",
    "Pass the code that Authorize returned.",
  );
}

function checkRedirectUri(redirectUri: unknown): string {
  if (typeof redirectUri === "string" && URL.canParse(redirectUri)) return redirectUri;
  throw validationError(
    "invalid_redirect_uri",
    "The redirect URI is not a URI.",
    "Pass exactly what Authorize returned.",
  );
}
