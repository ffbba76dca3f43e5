import { validationError } from "../core/errors.ts";
import { kindOf } from "../core/check/reader.ts";
import { isObject } from "../core/check/readers.ts";
import { inspectAs } from "../core/inspect-as.ts";
import { lateCrypto } from "./late-crypto.ts";

/** The only method: the service takes no other, and `plain` would protect nothing (RFC 9700 §2.1.1). */
export const AuthenticationCodeChallengeMethod = { S256: 0 } as const;
export type AuthenticationCodeChallengeMethod =
  (typeof AuthenticationCodeChallengeMethod)[keyof typeof AuthenticationCodeChallengeMethod];

// base64url of 32 octets without padding
const s256Challenge = /^[A-Za-z0-9_-]{43}$/;

/** The public half of PKCE: what the authorization request carries (RFC 7636 §4.2). */
export class AuthorizationCodeChallenge {
  static {
    inspectAs(this.prototype, (shown) => ({ method: shown.#method, challenge: shown.#challenge }));
  }
  /** @internal Also what has the prototype needs the content, which no other object has. */
  static [Symbol.hasInstance](value: unknown): boolean {
    return isObject(value) && #challenge in value && Function.prototype[Symbol.hasInstance].call(this, value);
  }
  #method: AuthenticationCodeChallengeMethod;
  #challenge: string;

  /** @throws ClientError `invalid_code_challenge` (ValidationError). */
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

  /** @throws ClientError `invalid_code_challenge` for any method other than S256. */
  SetMethod(method: AuthenticationCodeChallengeMethod): void {
    this.#method = checkMethod(method);
  }

  /** 43 characters: the base64url form of SHA-256 over the verifier. */
  Challenge(): string {
    return this.#challenge;
  }

  /** @throws ClientError `invalid_code_challenge` unless it is 43 base64url characters. */
  SetChallenge(challenge: string): void {
    this.#challenge = checkChallenge(challenge);
  }

  /** An independent copy. */
  Clone(): AuthorizationCodeChallenge {
    return new AuthorizationCodeChallenge(this.#challenge, this.#method);
  }
}

/** The S256 challenge of a verifier (RFC 7636 §4.2). */
export function challengeOf(verifier: string): AuthorizationCodeChallenge {
  return new AuthorizationCodeChallenge(
    lateCrypto().createHash("sha256").update(verifier, "ascii").digest("base64url"),
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
    "Leave the method as it is.",
  );
}
