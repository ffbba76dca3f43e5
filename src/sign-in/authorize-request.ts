import { type AuthorizationCodeVerifier, createCodeVerifier, lazyCrypto } from "./code-verifier.ts";
import type { ConsentRequest } from "./consent.ts";

export interface Attempt {
  /** A secret. */
  readonly state: string;
  /** S256. */
  readonly codeChallenge: string;
  /** `undefined` if the caller passed a challenge. */
  readonly verifier: AuthorizationCodeVerifier | undefined;
}

/** PKCE is always used (RFC 9700 §2.1.1). */
export function createAttempt(given: {
  readonly state: string | undefined;
  readonly codeChallenge: string | undefined;
}): Attempt {
  const state = given.state ?? createState();
  if (given.codeChallenge !== undefined) {
    return { state, codeChallenge: given.codeChallenge, verifier: undefined };
  }
  const verifier = createCodeVerifier();
  return { state, codeChallenge: verifier.Challenge().Challenge(), verifier };
}

/** 256 bits (RFC 6749 §10.10 requires 128). */
export function createState(): string {
  return lazyCrypto().randomBytes(32).toString("base64url");
}

export type AuthorizeUrlFields = Partial<ConsentRequest> &
  Pick<ConsentRequest, "applicationId" | "scopes" | "state" | "codeChallenge"> & {
    readonly redirectUri: string;
  };

/**
 * Keeps an existing query (RFC 6749 §3.1). Spaces become `%20`, since some systems re-encode the whole query at an unexpected
 * character.
 */
export function buildAuthorizeUrl(endpoint: string, fields: AuthorizeUrlFields): string {
  const url = new URL(endpoint);
  const parameters: Record<string, string | undefined> = {
    client_id: fields.applicationId,
    scope: fields.scopes,
    response_type: "code",
    redirect_uri: fields.redirectUri,
    state: fields.state,
    code_challenge: fields.codeChallenge,
    code_challenge_method: "S256",
    nonce: fields.nonce,
    integration_type: fields.integrationType?.toString(),
  };
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  url.search = url.searchParams.toString().replaceAll("+", "%20");
  return url.href;
}
