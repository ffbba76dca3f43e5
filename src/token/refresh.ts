import * as oauth from "oauth4webapi";
import type { Snowflake } from "../snowflake.ts";
import { requestToken, type TokenContext } from "./token-endpoint.ts";
import type { TokenResult } from "./token-result.ts";

/** Turns a refresh token into a new pair; the old access and refresh token die with it (RFC 6749 §6). */
export function refreshToken(
  context: TokenContext,
  refresh: { readonly clientId: Snowflake; readonly refreshToken: string },
  signal?: AbortSignal,
): Promise<TokenResult> {
  return requestToken(context, {
    operation: "Refreshing the token",
    clientId: refresh.clientId,
    signal,
    request: (server, client, options) =>
      oauth.refreshTokenGrantRequest(server, client, oauth.None(), refresh.refreshToken, options),
    process: oauth.processRefreshTokenResponse,
  });
}
