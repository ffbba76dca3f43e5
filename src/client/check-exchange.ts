import { checkVerifier } from "../authorization/code-verifier.ts";
import { validationError } from "../errors.ts";
import { kindOf } from "../input/reader.ts";
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
    `code is ${kindOf(code)}, but must be an authorization code.`,
    "Pass the code that Authorize returned. A copy of its result made by structuredClone or JSON has no code.",
  );
}

function checkRedirectUri(redirectUri: unknown): string {
  if (typeof redirectUri === "string" && URL.canParse(redirectUri)) return redirectUri;
  throw validationError(
    "invalid_redirect_uri",
    `redirectUri is ${kindOf(redirectUri)}, but must be a URI.`,
    "Pass exactly what Authorize returned.",
  );
}
