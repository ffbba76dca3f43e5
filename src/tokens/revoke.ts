import * as oauth from "oauth4webapi";
import type { Snowflake } from "../wire/snowflake.ts";
import type { TokenContext } from "./token-context.ts";
import { asClientError, describeServer, fetchThrough } from "./token-endpoint.ts";

/**
 * Revokes a token (RFC 7009). The service then ends every token of this player for this application. An unknown or
 * expired token counts as revoked (RFC 7009 §2.2).
 */
export async function revokeToken(
  context: TokenContext,
  revoke: { readonly applicationId: Snowflake; readonly token: string },
  signal?: AbortSignal,
): Promise<void> {
  const operation = "Revoking the token";
  try {
    const response = await oauth.revocationRequest(
      describeServer(context),
      { client_id: revoke.applicationId },
      oauth.None(),
      revoke.token,
      {
        [oauth.customFetch]: fetchThrough(context, operation, signal),
        [oauth.allowInsecureRequests]: context.insecure,
      },
    );
    await oauth.processRevocationResponse(response);
  } catch (error) {
    throw asClientError(error, operation, "a revocation response (RFC 7009 §2.2)");
  }
}
