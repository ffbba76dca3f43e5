import { type AuthorizationCodeVerifier, createCodeVerifier, lazyCrypto } from "./code-verifier.ts";
import type { ConsentRequest } from "./consent.ts";

/** The values by which the answer to one authorization request is recognised. */
export interface Attempt {
  /** A secret. */
  readonly state: string;
  /** S256. */
  readonly codeChallenge: string;
  /** Undefined when the caller brought the challenge, and so has the verifier. */
  readonly verifier: AuthorizationCodeVerifier | undefined;
}

/** State and PKCE of one attempt: the caller's, or fresh ones. There is no attempt without them (RFC 9700 §2.1.1). */
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

/** A state that cannot be guessed: 256 random bits (RFC 6749 §10.10 asks for 128). */
export function createState(): string {
  return lazyCrypto().randomBytes(32).toString("base64url");
}

/** The fields of one authorization request, complete and checked (RFC 6749 §4.1.1, RFC 7636 §4.3). */
export type AuthorizeUrlFields = Partial<ConsentRequest> &
  Pick<ConsentRequest, "applicationId" | "scopes" | "state" | "codeChallenge"> & {
    readonly redirectUri: string;
  };

/**
 * The URL that the player's browser is sent to. A query that the endpoint already has is kept (RFC 6749 §3.1). Spaces
 * become `%20`: some systems re-encode the whole query when they meet a character they do not expect.
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
