import { type AuthorizationCodeVerifier, createCodeVerifier } from "./code-verifier.ts";
import { createState } from "./state.ts";

/** What the answer to one authorization request is recognised by. */
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
