import type * as crypto from "node:crypto";
import { validationError } from "../core/errors.ts";
import { kindOf, wrongArgument, isObject, type Reader, textLike } from "../core/check/readers.ts";
import { hidden, inspectAs } from "../core/printing.ts";

/**
 * Loads node:crypto on first use, because most runs of a game do not need it, and loading it takes half as long as loading this
 * package.
 */
export function lazyCrypto(): typeof crypto {
  return process.getBuiltinModule("node:crypto");
}

// `code-verifier` in RFC 7636 §4.1.
export const readVerifier: Reader<string> = textLike(
  /^[A-Za-z0-9\-._~]{43,128}$/,
  "43 to 128 characters from A-Z a-z 0-9 - . _ ~ (RFC 7636 §4.1)",
  {
    code: "invalid_code_verifier",
    hint: "Pass the string from Client.CreateAuthorizationCodeVerifier().Verifier().",
  },
);

/**
 * A PKCE verifier and its challenge (RFC 7636). The verifier is secret and stays on this machine until the code is exchanged;
 * inspection shows `[hidden]`.
 *
 * @stable
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
    this.#verifier = readVerifier(verifier, "codeVerifier");
    this.#challenge = challengeOf(this.#verifier);
  }

  /** Returns the verifier, which is 43 to 128 characters from `A-Z a-z 0-9 - . _ ~`. Secret. */
  Verifier(): string {
    return this.#verifier;
  }

  /**
   * Sets the verifier: 43 to 128 characters from `A-Z a-z 0-9 - . _ ~`. As in Discord's library, the challenge does not change.
   *
   * @throws ClientError `invalid_code_verifier`.
   */
  SetVerifier(verifier: string): void {
    this.#verifier = readVerifier(verifier, "codeVerifier");
  }

  /** Returns a copy of the challenge, for `AuthorizationArgs.SetCodeChallenge`. */
  Challenge(): AuthorizationCodeChallenge {
    return this.#challenge.Clone();
  }

  /**
   * Stores a copy of the challenge.
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

/** The only challenge method. The service accepts no other, and `plain` offers no protection (RFC 9700 §2.1.1). @stable */
export const AuthenticationCodeChallengeMethod = {
  /** The challenge is the verifier's SHA-256 hash (RFC 7636 §4.2). */
  S256: 0,
} as const;

export type AuthenticationCodeChallengeMethod =
  (typeof AuthenticationCodeChallengeMethod)[keyof typeof AuthenticationCodeChallengeMethod];

// 32 octets in base64url without padding.
const readChallenge = textLike(/^[A-Za-z0-9_-]{43}$/, "an S256 challenge (43 base64url characters)", {
  code: "invalid_code_challenge",
  hint: "Take it from Client.CreateAuthorizationCodeVerifier().Challenge().",
});

/** The PKCE challenge for the authorization request (RFC 7636 §4.2). @stable */
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
    this.#challenge = readChallenge(challenge, "challenge");
    this.#method = checkMethod(method);
  }

  /** Always S256. */
  Method(): AuthenticationCodeChallengeMethod {
    return this.#method;
  }

  /**
   * Accepts only S256. Exists for compatibility with Discord's interface.
   *
   * @throws ClientError `invalid_code_challenge` for any other method.
   */
  SetMethod(method: AuthenticationCodeChallengeMethod): void {
    this.#method = checkMethod(method);
  }

  /** Returns the base64url encoding of the verifier's SHA-256 hash (43 characters). */
  Challenge(): string {
    return this.#challenge;
  }

  /**
   * Sets the challenge.
   *
   * @throws ClientError `invalid_code_challenge` unless it consists of 43 base64url characters.
   */
  SetChallenge(challenge: string): void {
    this.#challenge = readChallenge(challenge, "challenge");
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

function checkMethod(method: unknown): AuthenticationCodeChallengeMethod {
  if (method === AuthenticationCodeChallengeMethod.S256) return method;
  throw validationError(
    "invalid_code_challenge",
    `method must be S256 (0), but is ${kindOf(method)}.`,
    "Do not change the method.",
  );
}
