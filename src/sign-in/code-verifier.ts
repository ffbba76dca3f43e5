import { lateCrypto } from "./late-crypto.ts";
import { validationError } from "../core/errors.ts";
import { kindOf, wrongArgument } from "../core/check/reader.ts";
import { isObject } from "../core/check/readers.ts";
import { hidden, inspectAs } from "../core/inspect-as.ts";
import { AuthorizationCodeChallenge, challengeOf } from "./code-challenge.ts";

// code-verifier, RFC 7636 §4.1
const verifierForm = /^[A-Za-z0-9\-._~]{43,128}$/;

/**
 * The secret half of PKCE with its challenge (RFC 7636). Stays on this machine until the code is exchanged; printed,
 * it is `[hidden]`.
 */
export class AuthorizationCodeVerifier {
  static {
    inspectAs(this.prototype, (shown) => ({ verifier: hidden, challenge: shown.#challenge }));
  }
  /** @internal Also what has the prototype needs the content, which no other object has. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return isObject(value) && #verifier in value && Function.prototype[Symbol.hasInstance].call(this, value);
  }
  #verifier: string;
  #challenge: AuthorizationCodeChallenge;

  /** @throws ClientError `invalid_code_verifier` (ValidationError). */
  constructor(verifier: string) {
    this.#verifier = checkVerifier(verifier);
    this.#challenge = challengeOf(this.#verifier);
  }

  /** 43 to 128 characters out of `A-Z a-z 0-9 - . _ ~`. A secret. */
  Verifier(): string {
    return this.#verifier;
  }

  /** @throws ClientError `invalid_code_verifier`. The challenge stays as it is, as in the vendor's library. */
  SetVerifier(verifier: string): void {
    this.#verifier = checkVerifier(verifier);
  }

  /** A copy of the challenge; pass it to `AuthorizationArgs.SetCodeChallenge`. */
  Challenge(): AuthorizationCodeChallenge {
    return this.#challenge.Clone();
  }

  /** @throws ClientError `invalid_code_challenge` unless it is an AuthorizationCodeChallenge. */
  SetChallenge(challenge: AuthorizationCodeChallenge): void {
    if (!(challenge instanceof AuthorizationCodeChallenge)) {
      throw wrongArgument("challenge", challenge, "an AuthorizationCodeChallenge", {
        code: "invalid_code_challenge",
      });
    }
    this.#challenge = challenge.Clone();
  }

  /** An independent copy. */
  Clone(): AuthorizationCodeVerifier {
    const copy = new AuthorizationCodeVerifier(this.#verifier);
    copy.SetChallenge(this.#challenge);
    return copy;
  }
}

/** A fresh verifier of 256 random bits, 43 characters (RFC 7636 §4.1, §7.1). */
export function createCodeVerifier(): AuthorizationCodeVerifier {
  return new AuthorizationCodeVerifier(lateCrypto().randomBytes(32).toString("base64url"));
}

/** @throws ClientError `invalid_code_verifier` (ValidationError). */
export function checkVerifier(verifier: unknown): string {
  if (typeof verifier === "string" && verifierForm.test(verifier)) return verifier;
  throw validationError(
    "invalid_code_verifier",
    `codeVerifier is ${kindOf(verifier)}, but must be 43 to 128 characters out of A-Z a-z 0-9 - . _ ~ (RFC 7636 §4.1).`,
    "Pass the string from Client.CreateAuthorizationCodeVerifier().Verifier().",
  );
}
