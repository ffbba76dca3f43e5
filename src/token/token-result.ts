import { inspectAs } from "../inspect-as.ts";
import type { TokenGrant } from "./token-grant.ts";
import { AuthorizationTokenType } from "./token-type.ts";

/**
 * What the token endpoint granted (RFC 6749 §5.1). Its two tokens can be read but are not shown: printing it or
 * turning it into JSON gives the rest only.
 */
export class TokenResult {
  static {
    inspectAs(this.prototype, (result) => result.toJSON());
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

  /** The granted scopes, separated by spaces. They may differ from those asked for. */
  get scopes(): string {
    return this.#grant.scopes;
  }

  toJSON(): { tokenType: AuthorizationTokenType; expiresIn: number | undefined; scopes: string } {
    return { tokenType: this.tokenType, expiresIn: this.expiresIn, scopes: this.scopes };
  }
}
