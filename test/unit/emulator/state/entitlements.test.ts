import { expect, it } from "vitest";
import {
  createEntitlement,
  describeEntitlement,
  hasEnded,
  isInForce,
  readEntitlementInit,
} from "../../../../src/emulator/state/entitlements.ts";

const now = Date.parse("2026-11-22T07:42:00Z");
const create = (init: object) => createEntitlement(readEntitlementInit(init, "entitlement"), now);
const described = (init: object) => describeEntitlement(create(init), "3", "4");

it("by default, starts now and never ends", () => {
  expect(create({ player: "Ada", sku: 2n })).toEqual({
    id: expect.stringMatching(/^\d+$/),
    player: "Ada",
    guild: undefined,
    sku: "2",
    startsAt: "2026-11-22T07:42:00.000Z",
    endsAt: null,
    consumed: false,
    deleted: false,
  });
});

it("formats times as the service does", () => {
  const moments = { startsAt: "2026-11-22T08:42:00+01:00", endsAt: "2026-12-22T07:42:00Z" };
  expect(create({ player: "Ada", sku: "2", ...moments })).toMatchObject({
    startsAt: "2026-11-22T07:42:00.000Z",
    endsAt: "2026-12-22T07:42:00.000Z",
  });
});

it.each([
  [{ sku: "2" }, "entitlement.player is missing, but must be a player's name if guild is omitted."],
  [{ player: "Ada" }, "entitlement.sku is missing."],
  [{ guild: "reef", sku: "2" }, "entitlement.guild is"],
  [
    { player: "Ada", sku: "2", endsAt: "tomorrow" },
    "entitlement.endsAt is a string, but must be an ISO 8601",
  ],
  [{ player: "Ada", sku: "2", startsAt: 5 }, "entitlement.startsAt is a number, but must be an ISO 8601"],
  [{ player: "Ada", sku: "2", consumed: 1 }, "entitlement.consumed is 1, but must be true or false."],
])("rejects %j", (init, message) => {
  expect(() => readEntitlementInit(init, "entitlement")).toThrow(message);
});

it.each([
  [{}, true],
  [{ endsAt: "2026-11-22T07:42:01Z" }, true],
  [{ endsAt: "2026-11-22T07:42:00Z" }, false],
  [{ consumed: true }, false],
  [{ deleted: true }, false],
])("checks whether an entitlement with %j is active: %s", (more, isSo) => {
  const data = described({ player: "Ada", sku: "2", ...more });
  expect(isInForce(data, now)).toBe(isSo);
  expect(hasEnded(data, now)).toBe("endsAt" in more && !isSo);
});
