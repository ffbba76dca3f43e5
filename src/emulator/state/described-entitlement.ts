import type { Snowflake } from "../../wire/snowflake.ts";
import { type EntitlementData, EntitlementType } from "../../wire/entitlement.ts";
import type { Entitlement } from "./application.ts";

/** What a player owns (Discord documentation, Entitlement, "Entitlement Object"). */
export function describeEntitlement(
  { id, sku }: Entitlement,
  applicationId: Snowflake,
  userId: Snowflake,
): EntitlementData {
  return {
    id,
    sku_id: sku,
    application_id: applicationId,
    user_id: userId,
    // One-time purchases have this type too.
    type: EntitlementType.ApplicationSubscription,
    deleted: false,
    consumed: false,
    starts_at: null,
    ends_at: null,
  };
}
