import { createHash, timingSafeEqual } from "node:crypto";
import { ClientError, type ErrorCode, ErrorType, type OtherErrorCode } from "../core/errors.ts";
import { suggestScopes } from "../tokens/scopes.ts";

export interface ExpectedCallback {
  readonly state: string;
  readonly issuer: string;
  readonly scopes: string;
  readonly clean: (text: string) => string;
}

export type Callback =
  | { readonly kind: "code"; readonly code: string }
  | { readonly kind: "error"; readonly error: ClientError }
  | { readonly kind: "ignored"; readonly reason: "repeated_parameter" | "missing_state" | "wrong_state" };

const singleParameters = ["code", "state", "error", "error_description", "error_uri", "iss"];

/** RFC 6749 §4.1.2, RFC 9207 §2.4. A callback without the right state does not belong to this flow. */
export function readCallback(parameters: URLSearchParams, expected: ExpectedCallback): Callback {
  if (singleParameters.some((name) => parameters.getAll(name).length > 1)) {
    return { kind: "ignored", reason: "repeated_parameter" };
  }
  const state = parameters.get("state");
  if (state === null) return { kind: "ignored", reason: "missing_state" };
  if (!sameText(state, expected.state)) return { kind: "ignored", reason: "wrong_state" };
  if ((parameters.get("iss") ?? expected.issuer) !== expected.issuer)
    return { kind: "error", error: issuerError(expected.issuer) };
  const error = parameters.get("error");
  if (error !== null) {
    const [description, uri] = ["error_description", "error_uri"].map((name) => parameters.get(name));
    return { kind: "error", error: authorizationRefused({ error, description, uri }, expected) };
  }
  const code = parameters.get("code");
  return code ? { kind: "code", code } : { kind: "error", error: emptyCallbackError() };
}

/** Compares digests in constant time. */
export function sameText(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function issuerError(issuer: string): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "issuer_mismatch",
    message: `The answer to the authorization does not come from ${issuer} (RFC 9207).`,
    hint: "Check that webBase is the service's own address, then start again.",
  });
}

function emptyCallbackError(): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "invalid_callback",
    message: "The service sent the player back with neither a code nor an error.",
    hint: "Start the authorization again.",
    retryable: true,
  });
}

/** RFC 6749 §4.1.2.1. */
export interface SaidError {
  readonly error: string;
  readonly description?: string | null | undefined;
  readonly uri?: string | null | undefined;
}

/** Creates the same error for a browser and the desktop client. */
export function authorizationRefused(
  { error, description, uri }: SaidError,
  expected: Pick<ExpectedCallback, "scopes" | "clean">,
): ClientError {
  const code = knownErrors.find((word) => word === error) ?? (expected.clean(error) as OtherErrorCode);
  const said = description ? `${code}: ${expected.clean(description).replace(/\.$/, "")}` : code;
  if (error === "access_denied") {
    return new ClientError({
      type: ErrorType.Aborted,
      code: "access_denied",
      message: `The player declined the authorization (${said}).`,
      hint: "Offer to sign in again; nothing has changed.",
    });
  }
  const hint = isAboutRedirect(description) ? redirectHint : hints[error]?.(expected);
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code,
    message: `The service refused the authorization (${said}).`,
    hint: [hint, readMore(uri, expected)].filter(Boolean).join(" ") || undefined,
    retryable: error === "server_error" || error === "temporarily_unavailable",
  });
}

/** The application has no registered redirect URI. */
function isAboutRedirect(description: string | null | undefined): boolean {
  return /\bmissing "?redirect_uri\b/i.test(description ?? "");
}

const redirectHint =
  "Register a redirect URI for the application in the developer portal, for example http://127.0.0.1/callback: without one, the service refuses to ask the player, in a browser as well as in the desktop client.";

/** RFC 6749 §4.1.2.1. Other codes are masked, since they may contain anything. */
const knownErrors: readonly ErrorCode[] = [
  "invalid_request",
  "unauthorized_client",
  "access_denied",
  "unsupported_response_type",
  "invalid_scope",
  "server_error",
  "temporarily_unavailable",
];

function readMore(
  uri: string | null | undefined,
  { clean }: Pick<ExpectedCallback, "clean">,
): string | undefined {
  return uri?.startsWith("https://") ? `The service explains it at ${clean(uri)}` : undefined;
}

const hints: Readonly<Record<string, (expected: Pick<ExpectedCallback, "scopes">) => string>> = {
  invalid_scope: ({ scopes }) =>
    `Requested: ${scopes}.${suggestScopes(scopes)} Enable the Social SDK or the scope for the application in the developer portal.`,
  unauthorized_client: () => "Check the application id and its OAuth2 settings in the developer portal.",
  temporarily_unavailable: () => "Try again later.",
};
