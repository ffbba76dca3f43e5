import type { Snowflake } from "../../wire/snowflake.ts";
import type { EntitlementData } from "../../wire/entitlement.ts";

/** What a player owns, as an Activity sees it (`@discord/embedded-app-sdk` 2.5.0, `Entitlement`): never given by a code here. */
export function describeEntitlementForActivity(
  data: EntitlementData,
): EntitlementData & { readonly user_id: Snowflake; readonly gift_code_flags: number } {
  return { ...data, user_id: data.user_id ?? "", gift_code_flags: 0 };
}
