import type * as crypto from "node:crypto";
import { validationError } from "../core/errors.ts";
import { kindOf, wrongArgument, isObject } from "../core/check/readers.ts";
import { hidden, inspectAs } from "../core/printing.ts";

/** Loading node:crypto takes half as long as the whole package, and most starts do not need it. */
export function lazyCrypto(): typeof crypto {
  return process.getBuiltinModule("node:crypto");
}

// code-verifier, RFC 7636 §4.1
const verifierForm = /^[A-Za-z0-9\-._~]{43,128}$/;

/**
 * The PKCE verifier with its challenge (RFC 7636). A secret that stays on this machine until the code is exchanged; inspection
 * shows `[hidden]`.
 */
export class AuthorizationCodeVerifier {
  static {
    inspectAs(this.prototype, (self) => ({ verifier: hidden, challenge: self.#challenge }));
  }
  /** @internal Rejects objects without the private fields. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return isObject(value) && #verifier in value && Function.prototype[Symbol.hasInstance].call(this, value);
  }
  #verifier: string;
  #challenge: AuthorizationCodeChallenge;

  /**
   * Wraps an existing verifier.
   *
   * @throws ClientError `invalid_code_verifier` (ValidationError).
   */
  constructor(verifier: string) {
    this.#verifier = checkVerifier(verifier);
    this.#challenge = challengeOf(this.#verifier);
  }

  /** The verifier: 43 to 128 characters of `A-Z a-z 0-9 - . _ ~`. A secret. */
  Verifier(): string {
    return this.#verifier;
  }

  /**
   * Sets the verifier: 43 to 128 characters of `A-Z a-z 0-9 - . _ ~`. The challenge does not change, as in the vendor's library.
   *
   * @throws ClientError `invalid_code_verifier`.
   */
  SetVerifier(verifier: string): void {
    this.#verifier = checkVerifier(verifier);
  }

  /** A copy of the challenge, for `AuthorizationArgs.SetCodeChallenge`. */
  Challenge(): AuthorizationCodeChallenge {
    return this.#challenge.Clone();
  }

  /**
   * Sets the challenge to a copy.
   *
   * @throws ClientError `invalid_code_challenge` unless it is an AuthorizationCodeChallenge.
   */
  SetChallenge(challenge: AuthorizationCodeChallenge): void {
    if (!(challenge instanceof AuthorizationCodeChallenge)) {
      throw wrongArgument("challenge", challenge, "an AuthorizationCodeChallenge", {
        code: "invalid_code_challenge",
      });
    }
    this.#challenge = challenge.Clone();
  }

  /** Returns an independent copy. */
  Clone(): AuthorizationCodeVerifier {
    const copy = new AuthorizationCodeVerifier(this.#verifier);
    copy.SetChallenge(this.#challenge);
    return copy;
  }
}

/** Uses 256 random bits (RFC 7636 §4.1, §7.1). */
export function createCodeVerifier(): AuthorizationCodeVerifier {
  return new AuthorizationCodeVerifier(lazyCrypto().randomBytes(32).toString("base64url"));
}

/** @throws ClientError `invalid_code_verifier` (ValidationError). */
export function checkVerifier(verifier: unknown): string {
  if (typeof verifier === "string" && verifierForm.test(verifier)) return verifier;
  throw validationError(
    "invalid_code_verifier",
    `codeVerifier is ${kindOf(verifier)}, but must be 43 to 128 characters from A-Z a-z 0-9 - . _ ~ (RFC 7636 §4.1).`,
    "Pass the string from Client.CreateAuthorizationCodeVerifier().Verifier().",
  );
}

/** The only challenge method: the service accepts no other, and `plain` offers no protection (RFC 9700 §2.1.1). */
export const AuthenticationCodeChallengeMethod = {
  /** The challenge is the SHA-256 of the verifier (RFC 7636 §4.2). */
  S256: 0,
} as const;

export type AuthenticationCodeChallengeMethod =
  (typeof AuthenticationCodeChallengeMethod)[keyof typeof AuthenticationCodeChallengeMethod];

// base64url of 32 octets without padding
const s256Challenge = /^[A-Za-z0-9_-]{43}$/;

/** The PKCE challenge for the authorization request (RFC 7636 §4.2). */
export class AuthorizationCodeChallenge {
  static {
    inspectAs(this.prototype, (self) => ({ method: self.#method, challenge: self.#challenge }));
  }
  /** @internal Rejects objects without the private fields. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return isObject(value) && #challenge in value && Function.prototype[Symbol.hasInstance].call(this, value);
  }
  #method: AuthenticationCodeChallengeMethod;
  #challenge: string;

  /**
   * Wraps an existing challenge.
   *
   * @throws ClientError `invalid_code_challenge` (ValidationError).
   */
  constructor(
    challenge: string,
    method: AuthenticationCodeChallengeMethod = AuthenticationCodeChallengeMethod.S256,
  ) {
    this.#challenge = checkChallenge(challenge);
    this.#method = checkMethod(method);
  }

  /** Always S256. */
  Method(): AuthenticationCodeChallengeMethod {
    return this.#method;
  }

  /**
   * Exists for compatibility with the vendor's interface; accepts only S256.
   *
   * @throws ClientError `invalid_code_challenge` for any other method.
   */
  SetMethod(method: AuthenticationCodeChallengeMethod): void {
    this.#method = checkMethod(method);
  }

  /** 43 characters: the base64url encoding of the verifier's SHA-256. */
  Challenge(): string {
    return this.#challenge;
  }

  /**
   * Sets the challenge.
   *
   * @throws ClientError `invalid_code_challenge` unless it is 43 base64url characters.
   */
  SetChallenge(challenge: string): void {
    this.#challenge = checkChallenge(challenge);
  }

  /** Returns an independent copy. */
  Clone(): AuthorizationCodeChallenge {
    return new AuthorizationCodeChallenge(this.#challenge, this.#method);
  }
}

export function challengeOf(verifier: string): AuthorizationCodeChallenge {
  return new AuthorizationCodeChallenge(
    lazyCrypto().createHash("sha256").update(verifier, "ascii").digest("base64url"),
  );
}

function checkChallenge(challenge: unknown): string {
  if (typeof challenge === "string" && s256Challenge.test(challenge)) return challenge;
  throw validationError(
    "invalid_code_challenge",
    `challenge is ${kindOf(challenge)}, but must be an S256 challenge (43 base64url characters).`,
    "Take it from Client.CreateAuthorizationCodeVerifier().Challenge().",
  );
}

function checkMethod(method: unknown): AuthenticationCodeChallengeMethod {
  if (method === AuthenticationCodeChallengeMethod.S256) return method;
  throw validationError(
    "invalid_code_challenge",
    `method is not S256 (0): it is ${kindOf(method)}.`,
    "Do not change the method.",
  );
}
