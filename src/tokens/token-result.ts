import { hidden, hiddenIf, inspectAs } from "../core/inspect-as.ts";
import { decodeClaims, type IdTokenClaims } from "./id-token.ts";
import type { TokenGrant } from "./token-grant.ts";
import { AuthorizationTokenType } from "./token-type.ts";

/**
 * What the token endpoint granted (RFC 6749 §5.1). Its tokens can be read but are not shown: printing it says
 * `[hidden]` for each, and turning it into JSON gives the rest only.
 */
export class TokenResult {
  static {
    inspectAs(this.prototype, (result) => ({
      accessToken: hidden,
      refreshToken: hiddenIf(result.refreshToken),
      idToken: hiddenIf(result.idToken),
      ...result.toJSON(),
    }));
  }
  readonly #grant: TokenGrant;

  constructor(grant: TokenGrant) {
    this.#grant = grant;
  }

  /** The access token. A secret. */
  get accessToken(): string {
    return this.#grant.accessToken;
  }

  /** The refresh token, where one was granted. A secret; each one works once. */
  get refreshToken(): string | undefined {
    return this.#grant.refreshToken;
  }

  /** Always Bearer. */
  get tokenType(): AuthorizationTokenType {
    return AuthorizationTokenType.Bearer;
  }

  /** Seconds that the access token lives, counted from the answer; undefined when the service does not say. */
  get expiresIn(): number | undefined {
    return this.#grant.expiresIn;
  }

  /**
   * The granted scopes, separated by spaces. They may differ from those asked for, and are the same where the service names
   * none (RFC 6749 §5.1). Empty only when neither is known: the code came from another client, or `RefreshToken` was called.
   */
  get scopes(): string {
    return this.#grant.scopes;
  }

  /** The ID token, where one came: a secret, and worth nothing to the service. Checked, but for its signature. */
  get idToken(): string | undefined {
    return this.#grant.idToken;
  }

  /** What the ID token says of the player; `sub` is the player's id. Not shown when this is printed. */
  get claims(): IdTokenClaims | undefined {
    return this.idToken === undefined ? undefined : decodeClaims(this.idToken);
  }

  toJSON(): { tokenType: AuthorizationTokenType; expiresIn: number | undefined; scopes: string } {
    return { tokenType: this.tokenType, expiresIn: this.expiresIn, scopes: this.scopes };
  }
}
