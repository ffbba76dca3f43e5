import type { Snowflake } from "../wire/snowflake.ts";
import type { DeviceRequest } from "./device.ts";
import type { ExternalAuth } from "./external-auth.ts";
import type { TokenRefreshRequest } from "./own-server.ts";
import type { CurrentUser } from "./player.ts";
import type { ExpectedNonce, TokenResult } from "./token-set.ts";

export interface CodeExchange {
  readonly applicationId: Snowflake;
  readonly code: string;
  readonly codeVerifier: string;
  readonly redirectUri: string | undefined;
  readonly scopes?: string | undefined;
  readonly expected?: ExpectedNonce | undefined;
  readonly external?: ExternalAuth | undefined;
}

export interface Revocation {
  readonly applicationId: Snowflake;
  readonly token: string;
}

export interface ChildTokenRequest {
  readonly parentToken: string;
  readonly childApplicationId: Snowflake;
}

/** The result of exchanging a parent application's token. It has no refresh token: exchange again when it expires. @stable */
export type ChildTokenResult = Omit<TokenResult, "refreshToken" | "idToken" | "claims">;

export interface ProvisionalRequest {
  readonly applicationId: Snowflake;
  readonly external: ExternalAuth;
}

/** Requests tokens and uses them. One implementation uses HTTP, another uses Discord's library. */
export interface Backend {
  getToken(exchange: CodeExchange, signal?: AbortSignal): Promise<TokenResult>;
  getTokenFromDevice(request: DeviceRequest, signal?: AbortSignal): Promise<TokenResult>;
  /** Invalidates the old tokens (RFC 6749 §6). */
  refreshToken(request: TokenRefreshRequest): Promise<TokenResult>;
  /**
   * Revokes all of this player's tokens for this application (RFC 7009). An invalid or expired token counts as revoked (RFC 7009
   * §2.2).
   */
  revokeToken(revocation: Revocation, signal?: AbortSignal): Promise<void>;
  /** The child token expires no later than the publisher's token. */
  exchangeChildToken(child: ChildTokenRequest, signal?: AbortSignal): Promise<ChildTokenResult>;
  /** Fails with error code 530010 if the player has linked an account. */
  getProvisionalToken(request: ProvisionalRequest, signal?: AbortSignal): Promise<TokenResult>;
  /** Revokes all of the player's tokens. */
  unmergeIntoProvisionalAccount(request: ProvisionalRequest, signal?: AbortSignal): Promise<void>;
  /** Requires the `identify` scope. */
  fetchCurrentUser(token: string, signal?: AbortSignal): Promise<CurrentUser>;
  /**
   * Returns when the token expires, in milliseconds since 1970 (Discord documentation, Get Current Authorization Information).
   *
   * @throws ClientError HTTPError with status 401 if the token has already expired.
   */
  fetchExpiry(token: string, signal?: AbortSignal): Promise<number>;
}
