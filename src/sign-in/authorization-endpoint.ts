import { createHash, timingSafeEqual } from "node:crypto";
import { ClientError, type ErrorCode, ErrorType, type OtherErrorCode } from "../core/errors.ts";
import { parseObject } from "../core/request/response.ts";
import { type HttpAnswer, send, type SendOptions } from "../core/request/send.ts";
import { suggestScopes } from "../tokens/scopes.ts";
import type { Service } from "../tokens/token-endpoint.ts";
import type { CheckedAuthorization } from "./arguments.ts";
import { type AuthorizationCodeVerifier, createCodeVerifier, lazyCrypto } from "./code-verifier.ts";

export type RequestFields = Pick<CheckedAuthorization, "applicationId" | "scopes"> &
  Partial<Pick<CheckedAuthorization, "state" | "nonce" | "codeChallenge" | "integrationType">>;

export interface Attempt extends CheckedAuthorization {
  /** Secret. */
  readonly state: string;
  /** An S256 challenge. */
  readonly codeChallenge: string;
  /** `undefined` if the caller supplied a challenge. */
  readonly verifier: AuthorizationCodeVerifier | undefined;
}

/** Always uses PKCE (RFC 9700 §2.1.1). */
export function createAttempt(authorization: CheckedAuthorization): Attempt {
  const { state = createState() } = authorization;
  if (authorization.codeChallenge !== undefined)
    return { ...authorization, state, codeChallenge: authorization.codeChallenge, verifier: undefined };
  const verifier = createCodeVerifier();
  return { ...authorization, state, codeChallenge: verifier.Challenge().Challenge(), verifier };
}

/** Returns 256 random bits (RFC 6749 §10.10 requires 128). */
export function createState(): string {
  return lazyCrypto().randomBytes(32).toString("base64url");
}

export function requestParameters(
  request: RequestFields,
): Readonly<Record<string, string | number | undefined>> {
  return {
    state: request.state,
    code_challenge: request.codeChallenge,
    code_challenge_method: "S256",
    nonce: request.nonce,
    integration_type: request.integrationType,
  };
}

/**
 * Keeps an existing query (RFC 6749 §3.1). Encodes spaces as `%20`, because some systems re-encode the whole query if it contains
 * an unexpected character.
 */
export function buildAuthorizeUrl(endpoint: string, request: RequestFields, redirectUri: string): string {
  const url = new URL(endpoint);
  const parameters: Readonly<Record<string, string | number | undefined>> = {
    client_id: request.applicationId,
    scope: request.scopes,
    response_type: "code",
    redirect_uri: redirectUri,
    ...requestParameters(request),
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  url.search = url.searchParams.toString().replaceAll("+", "%20");
  return url.href;
}

/** The authorize page's response to a request without user interaction (`prompt=none`). */
export type AuthorizeAnswer =
  /** The redirect URI is registered. */
  | {
      readonly kind: "redirect";
      readonly error: string | undefined;
      readonly description: string | undefined;
    }
  /** See RFC 6749 §4.1.2.1. */
  | { readonly kind: "refusal"; readonly reason: string | undefined }
  /** Discord's page validates the request only in the browser. */
  | { readonly kind: "page" }
  | { readonly kind: "unexpected"; readonly status: number };

export interface Preflight extends Pick<SendOptions, "timeoutMs" | "signal" | "fetch"> {
  readonly service: Pick<Service, "authorizationEndpoint">;
  readonly request: Pick<RequestFields, "applicationId" | "scopes" | "integrationType">;
  readonly redirectUri: string;
}

/** Uses a separate state and challenge from those of the sign-in. */
export async function askAuthorizePage({
  service,
  request: { applicationId, scopes, integrationType },
  redirectUri,
  ...options
}: Preflight): Promise<AuthorizeAnswer> {
  const codeChallenge = createCodeVerifier().Challenge().Challenge();
  const request = { applicationId, scopes, integrationType, state: createState(), codeChallenge };
  const url = buildAuthorizeUrl(service.authorizationEndpoint, request, redirectUri);
  const answer = await send(`${url}&prompt=none`, {
    ...options,
    operation: "Fetching the authorize page",
    method: "GET",
    headers: { accept: "application/json, text/html;q=0.5" },
  });
  return readAnswer(answer, redirectUri);
}

function readAnswer({ status, headers, text }: HttpAnswer, redirectUri: string): AuthorizeAnswer {
  if (status >= 300 && status <= 399) {
    const location = headers.get("location") ?? "";
    const query = location.startsWith(redirectUri) ? new URL(location).searchParams : undefined;
    const error = query?.get("error") ?? undefined;
    return { kind: "redirect", error, description: query?.get("error_description") ?? undefined };
  }
  if (status === 400) return { kind: "refusal", reason: readRefusal(text) };
  return status === 200 ? { kind: "page" } : { kind: "unexpected", status };
}

function readRefusal(text: string): string | undefined {
  const { error, error_description: description } = parseObject(text);
  const parts = [error, description].filter((part) => typeof part === "string");
  return parts.length === 0 ? undefined : parts.join(": ");
}

/** See OpenID Connect Core §3.1.2.6. */
export const needsPlayer: ReadonlySet<string> = new Set([
  "login_required",
  "consent_required",
  "interaction_required",
]);

/** Rejects a request that the authorize page would reject. Resolves if the page validates requests only in the browser. */
export async function checkAuthorizePage(
  preflight: Preflight,
  clean: (text: string) => string,
): Promise<void> {
  const answer = await askAuthorizePage(preflight);
  const { scopes } = preflight.request;
  if (answer.kind === "redirect" && answer.error !== undefined && !needsPlayer.has(answer.error))
    throw authorizationRefused({ error: answer.error, description: answer.description }, { scopes, clean });
  if (answer.kind === "refusal") throw pageRefused(answer.reason && clean(answer.reason), preflight);
}

function pageRefused(reason: string | undefined, { request, redirectUri }: Preflight): ClientError {
  const { applicationId, scopes } = request;
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "page_refused",
    message: `The authorize page rejects application ${applicationId} with the redirect URI ${redirectUri}${reason === undefined ? "" : `: ${reason.replace(/\.$/, "")}`}.`,
    hint: `Check the application id and register the redirect URI in the developer portal (OAuth2, Redirects), exactly as written here; for a loopback redirect, http://127.0.0.1/callback.${suggestScopes(scopes)}`,
  });
}

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

/** Reads a callback (RFC 6749 §4.1.2, RFC 9207 §2.4). If its state differs, it does not belong to this flow. */
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
  return code
    ? { kind: "code", code }
    : {
        kind: "error",
        error: invalidCallback("The service redirected the player without a code or an error."),
      };
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
    message: `The authorization response is not from ${issuer} (RFC 9207).`,
    hint: "Check that webBase is the service's own address, then start again.",
  });
}

export function invalidCallback(message: string): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "invalid_callback",
    message,
    hint: "Start the authorization again.",
    retryable: true,
  });
}

/** See RFC 6749 §4.1.2.1. */
export interface AuthorizationError {
  readonly error: string;
  readonly description?: string | null | undefined;
  readonly uri?: string | null | undefined;
}

/** Creates the same error for the browser and the desktop client. */
export function authorizationRefused(
  { error, description, uri }: AuthorizationError,
  expected: Pick<ExpectedCallback, "scopes" | "clean">,
): ClientError {
  const code = knownErrors.find((word) => word === error) ?? (expected.clean(error) as OtherErrorCode);
  const reason = description ? `${code}: ${expected.clean(description).replace(/\.$/, "")}` : code;
  if (error === "access_denied") {
    return new ClientError({
      type: ErrorType.Aborted,
      code: "access_denied",
      message: `The player declined the authorization (${reason}).`,
      hint: "Offer to sign in again.",
    });
  }
  const hint = isAboutRedirect(description) ? redirectHint : hints[error]?.(expected);
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code,
    message: `The service rejected the authorization (${reason}).`,
    hint: [hint, readMore(uri, expected)].filter(Boolean).join(" ") || undefined,
    retryable: error === "server_error" || error === "temporarily_unavailable",
  });
}

/** Whether the service's description says that the application has no registered redirect URI. */
function isAboutRedirect(description: string | null | undefined): boolean {
  return /\bmissing "?redirect_uri\b/i.test(description ?? "");
}

const redirectHint =
  "Register a redirect URI for the application in the developer portal, for example http://127.0.0.1/callback: without one, the service never prompts the player.";

/** See RFC 6749 §4.1.2.1. Other codes are masked, because they may contain anything. */
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
  return uri?.startsWith("https://") ? `See the service's explanation at ${clean(uri)}` : undefined;
}

const hints: Readonly<Record<string, (expected: Pick<ExpectedCallback, "scopes">) => string>> = {
  invalid_scope: ({ scopes }) =>
    `Requested: ${scopes}.${suggestScopes(scopes)} Enable the Social SDK or the scope for the application in the developer portal.`,
  unauthorized_client: () => "Check the application id and its OAuth2 settings in the developer portal.",
  temporarily_unavailable: () => "Try again later.",
};
