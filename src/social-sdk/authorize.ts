import { ClientError, ErrorType, validationError } from "../core/errors.ts";
import type { Secrets } from "../log/secrets.ts";
import type { Attempt } from "../sign-in/authorization-endpoint.ts";
import type { Asking, Granted } from "../sign-in/consent.ts";
import { authorizationFailure } from "./failures.ts";
import type { LibraryClient } from "./library-client.ts";

const operation = "The authorization";
const longestWaitMs = 24 * 60 * 60_000;

/** Runs the authorization in the library, which chooses where the player is asked. */
export async function authorize(
  library: Pick<LibraryClient, "call" | "has">,
  secrets: Pick<Secrets, "clean">,
  attempt: Attempt,
  { signal, onPrompted }: Asking,
): Promise<Granted> {
  const { applicationId, scopes, state, codeChallenge, nonce, integrationType } = attempt;
  if (integrationType !== undefined) requireFeature(library, "integrationType", "integrationType");
  if (attempt.namesScheme) requireFeature(library, "customScheme", "customSchemeParam");
  const scheme = attempt.namesScheme ? attempt.scheme.written : undefined;
  const clean = (text: string) => secrets.clean(text);
  onPrompted();
  const [code, redirectUri] = await library.call({
    operation,
    name: "authorize",
    values: [BigInt(applicationId), scopes, state, codeChallenge, nonce, integrationType, scheme],
    cancel: "abortAuthorize",
    signal,
    // The signal's own timeout ends the wait for the player.
    timeoutMs: longestWaitMs,
    failed: (failure, failed) => authorizationFailure(failure, { scopes, clean }, failed),
  });
  if (typeof code !== "string" || code === "") throw noCode();
  return typeof redirectUri === "string" && redirectUri !== ""
    ? { provider: "browser", code, redirectUri }
    : { provider: "desktop-client", code };
}

function noCode(): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "invalid_callback",
    message: `${operation} returned no code.`,
    hint: "Start the authorization again.",
    retryable: true,
  });
}

/** @throws ClientError `unsupported_option` (ValidationError) before the player is asked. */
function requireFeature(library: Pick<LibraryClient, "has">, feature: string, option: string): void {
  if (library.has(feature)) return;
  throw validationError(
    "unsupported_option",
    `options.${option} cannot be used: this release of the Social SDK does not support it.`,
    `Omit ${option}, or update the SDK.`,
  );
}
