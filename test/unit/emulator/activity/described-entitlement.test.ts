import { expect, it } from "vitest";
import { describeEntitlementForActivity } from "../../../../src/emulator/activity/described-entitlement.ts";

it("An entitlement always has an owner for the SDK, and never came from a code", () => {
  const data = { id: "1", sku_id: "2", application_id: "3", type: 8, deleted: false };
  expect(describeEntitlementForActivity(data)).toEqual({ ...data, user_id: "", gift_code_flags: 0 });
  expect(describeEntitlementForActivity({ ...data, user_id: "4" })).toMatchObject({ user_id: "4" });
});
