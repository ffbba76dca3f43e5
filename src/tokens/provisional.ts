import { apiPath } from "../core/request/api-path.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { type ExternalAuth, wireExternalAuth } from "./external-auth.ts";
import { postPartner, readPartnerToken } from "./partner-request.ts";
import type { TokenContext } from "./token-context.ts";
import { TokenResult } from "./token-result.ts";

interface ProvisionalRequest {
  readonly applicationId: Snowflake;
  readonly external: ExternalAuth;
}

/** A token for a player without a Discord account. Fails with error code 530010 when the player has linked one. */
export async function getProvisionalToken(
  context: TokenContext,
  { applicationId, external }: ProvisionalRequest,
  signal?: AbortSignal,
): Promise<TokenResult> {
  const operation = "Getting a provisional token";
  const body = { client_id: applicationId, ...wireExternalAuth(external) };
  const answer = await postPartner(context, operation, apiPath`/partner-sdk/token`, body, signal);
  return new TokenResult(readPartnerToken(operation, answer));
}

/** Separates the player's Discord account from the provisional one again. Ends every token of the player. */
export async function unmergeIntoProvisionalAccount(
  context: TokenContext,
  { applicationId, external }: ProvisionalRequest,
  signal?: AbortSignal,
): Promise<void> {
  const body = { client_id: applicationId, ...wireExternalAuth(external) };
  await postPartner(
    context,
    "Unmerging the account",
    apiPath`/partner-sdk/provisional-accounts/unmerge`,
    body,
    signal,
  );
}
