import { apiPath } from "../core/request/api-path.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { postPartner, readPartnerToken } from "./partner-request.ts";
import type { TokenContext } from "./token-context.ts";
import { TokenResult } from "./token-result.ts";

/** What a parent application's token is exchanged for: there is no refresh token, so exchange again when it ends. */
export type ChildTokenResult = Omit<TokenResult, "refreshToken" | "idToken" | "claims">;

/**
 * Exchanges a publisher's token for one of a game of the publisher. It expires with the parent's token, or earlier.
 */
export async function exchangeChildToken(
  context: TokenContext,
  child: { readonly parentToken: string; readonly childApplicationId: Snowflake },
  signal?: AbortSignal,
): Promise<ChildTokenResult> {
  const operation = "Exchanging the parent token";
  const answer = await postPartner(
    context,
    operation,
    apiPath`/partner-sdk/child-token`,
    { parent_access_token: child.parentToken, child_application_id: child.childApplicationId },
    signal,
  );
  return new TokenResult({ ...readPartnerToken(operation, answer), refreshToken: undefined });
}
