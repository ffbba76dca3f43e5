import { ClientError, ErrorType } from "../core/errors.ts";
import { parseObject } from "../core/request/response.ts";
import { type HttpAnswer, send, type SendOptions } from "../core/request/send.ts";
import type { Service } from "../tokens/token-endpoint.ts";
import { buildAuthorizeUrl, type AuthorizeUrlFields, createAttempt } from "./authorize-request.ts";
import { authorizationRefused } from "./callback.ts";
import { suggestScopes } from "../tokens/scopes.ts";

/** The authorize page's response to a request without user interaction (`prompt=none`). */
export type AuthorizeAnswer =
  /** The redirect URI is registered. */
  | {
      readonly kind: "redirect";
      readonly error: string | undefined;
      readonly description: string | undefined;
    }
  /** RFC 6749 §4.1.2.1. */
  | { readonly kind: "refusal"; readonly said: string | undefined }
  /** The page decides in the browser, as Discord's does. */
  | { readonly kind: "page" }
  | { readonly kind: "unexpected"; readonly status: number };

export interface Preflight {
  readonly service: Pick<Service, "authorizationEndpoint">;
  readonly fields: Pick<AuthorizeUrlFields, "applicationId" | "scopes" | "redirectUri" | "integrationType">;
  readonly sending: Pick<SendOptions, "timeoutMs" | "signal" | "fetch">;
}

export async function askAuthorizePage({ service, fields, sending }: Preflight): Promise<AuthorizeAnswer> {
  const { state, codeChallenge } = createAttempt({ state: undefined, codeChallenge: undefined });
  const url = buildAuthorizeUrl(service.authorizationEndpoint, { ...fields, state, codeChallenge });
  const answer = await send(`${url}&prompt=none`, {
    ...sending,
    operation: "Fetching the authorize page",
    method: "GET",
    headers: { accept: "application/json, text/html;q=0.5" },
  });
  return readAnswer(answer, fields.redirectUri);
}

function readAnswer({ status, headers, text }: HttpAnswer, redirectUri: string): AuthorizeAnswer {
  if (status >= 300 && status <= 399) {
    const location = headers.get("location") ?? "";
    const query = location.startsWith(redirectUri) ? new URL(location).searchParams : undefined;
    const error = query?.get("error") ?? undefined;
    return { kind: "redirect", error, description: query?.get("error_description") ?? undefined };
  }
  if (status === 400) return { kind: "refusal", said: readRefusal(text) };
  return status === 200 ? { kind: "page" } : { kind: "unexpected", status };
}

function readRefusal(text: string): string | undefined {
  const { error, error_description: description } = parseObject(text);
  const parts = [error, description].filter((part) => typeof part === "string");
  return parts.length === 0 ? undefined : parts.join(": ");
}

/** OpenID Connect Core §3.1.2.6. */
export const needsPlayer: ReadonlySet<string> = new Set([
  "login_required",
  "consent_required",
  "interaction_required",
]);

/**
 * Passes if the page decides in the browser.
 *
 * @throws ClientError `page_refused` or the service's OAuth `error` (AuthorizationFailed).
 */
export async function preflight(request: Preflight, clean: (text: string) => string): Promise<void> {
  const answer = await askAuthorizePage(request);
  const { scopes } = request.fields;
  if (answer.kind === "redirect" && answer.error !== undefined && !needsPlayer.has(answer.error))
    throw authorizationRefused({ error: answer.error, description: answer.description }, { scopes, clean });
  if (answer.kind === "refusal") throw pageRefused(answer.said && clean(answer.said), request.fields);
}

function pageRefused(
  said: string | undefined,
  { applicationId, redirectUri, scopes }: Preflight["fields"],
): ClientError {
  return new ClientError({
    type: ErrorType.AuthorizationFailed,
    code: "page_refused",
    message: `The authorize page refuses the application ${applicationId} with the redirect URI ${redirectUri}${said === undefined ? "" : `: ${said.replace(/\.$/, "")}`}.`,
    hint: `Check the application id, and register the redirect URI in the developer portal (OAuth2, Redirects), exactly as written here; for a loopback redirect, http://127.0.0.1/callback.${suggestScopes(scopes)}`,
  });
}
