import { inspectAs } from "../inspect-as.ts";
import { AuthorizationTokenType } from "./token-type.ts";

/** The fields of a {@link TokenResult}. */
export interface TokenFields {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly expiresIn: number | undefined;
  readonly scopes: string;
}

/**
 * What the token endpoint granted (RFC 6749 §5.1). Its two tokens can be read but are not shown: printing it or
 * turning it into JSON gives the rest only.
 */
export class TokenResult {
  static {
    inspectAs(this.prototype, (result) => result.toJSON());
  }
  readonly #fields: TokenFields;

  constructor(fields: TokenFields) {
    this.#fields = fields;
  }

  /** The access token. A secret. */
  get accessToken(): string {
    return this.#fields.accessToken;
  }

  /** The refresh token, where one was granted. A secret; each one works once. */
  get refreshToken(): string | undefined {
    return this.#fields.refreshToken;
  }

  /** Always Bearer. */
  get tokenType(): AuthorizationTokenType {
    return AuthorizationTokenType.Bearer;
  }

  /** Seconds that the access token lives, counted from the answer; undefined when the service does not say. */
  get expiresIn(): number | undefined {
    return this.#fields.expiresIn;
  }

  /** The granted scopes, separated by spaces. They may differ from those asked for. */
  get scopes(): string {
    return this.#fields.scopes;
  }

  toJSON(): { tokenType: AuthorizationTokenType; expiresIn: number | undefined; scopes: string } {
    return { tokenType: this.tokenType, expiresIn: this.expiresIn, scopes: this.scopes };
  }
}
