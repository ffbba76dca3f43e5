import * as oauth from "oauth4webapi";
import type { Snowflake } from "../wire/snowflake.ts";
import { relinkHint } from "./relink-hint.ts";
import type { TokenContext } from "./token-context.ts";
import { requestToken } from "./token-endpoint.ts";
import type { TokenResult } from "./token-result.ts";

/** Turns a refresh token into a new pair; the old access and refresh token die with it (RFC 6749 §6). */
export function refreshToken(
  context: TokenContext,
  refresh: { readonly applicationId: Snowflake; readonly refreshToken: string },
  signal?: AbortSignal,
): Promise<TokenResult> {
  return requestToken(context, {
    operation: "Refreshing the token",
    applicationId: refresh.applicationId,
    signal,
    hints: { invalid_grant: relinkHint },
    request: (server, client, options) =>
      oauth.refreshTokenGrantRequest(server, client, oauth.None(), refresh.refreshToken, options),
    process: oauth.processRefreshTokenResponse,
  });
}
