/** What a token request is granted, under our names (RFC 6749 §5.1): what the game's own server answers with as well. */
export interface TokenGrant {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** Seconds that the access token lives. */
  readonly expiresIn?: number | undefined;
  /** The granted scopes, separated by spaces. */
  readonly scopes: string;
}
