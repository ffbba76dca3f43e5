import { expect, it } from "vitest";
import { describeEntitlement } from "../../../../src/emulator/state/described-application.ts";

it("what a player owns, as events and interactions show it", () => {
  expect(describeEntitlement({ id: "1", player: "Ada", sku: "2" }, "3", "4")).toEqual({
    id: "1",
    sku_id: "2",
    application_id: "3",
    user_id: "4",
    type: 8,
    deleted: false,
    consumed: false,
    starts_at: null,
    ends_at: null,
  });
});
