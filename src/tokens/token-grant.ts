/** What a token request is granted, under our names (RFC 6749 §5.1): what the game's own server answers with as well. */
export interface TokenGrant {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** Seconds that the access token lives. */
  readonly expiresIn?: number | undefined;
  /** The granted scopes, separated by spaces; empty for those that were asked for. */
  readonly scopes: string;
  /** Says who the player is (OpenID Connect Core §2); came with the scope `openid`. */
  readonly idToken?: string | undefined;
}
