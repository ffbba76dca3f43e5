import { expect, it, describe } from "vitest";
import {
  createSku,
  describeSku,
  readSkuInit,
  createEntitlement,
  describeEntitlement,
  hasEnded,
  isInForce,
  readEntitlementInit,
} from "../../../../src/emulator/state/monetization.ts";

describe("a SKU", () => {
  it("is a consumable without a price by default", () => {
    const made = createSku(readSkuInit({ name: "Pearl" }, "sku"), 1_700_000_000_000);
    expect(made).toMatchObject({ id: expect.stringMatching(/^\d+$/), type: 3, forGuilds: false });
    const price = { amount: 499, currency: "usd" };
    const init = { id: 7n, name: "Reef Pass", type: 5, price, forGuilds: true };
    expect(createSku(readSkuInit(init, "sku"), 0)).toEqual({ ...init, id: "7" });
  });

  it.each([
    [{ name: "Pearl" }, { type: 3, slug: "pearl", flags: 4 }],
    [
      { name: " Reef Pass: Gold! ", type: 5 },
      { type: 5, slug: "reef-pass-gold", flags: 260 },
    ],
    [
      { name: "Riff für alle", type: 5, forGuilds: true },
      { slug: "riff-für-alle", flags: 132 },
    ],
    [
      { name: "Reef", type: 6, forGuilds: true },
      { type: 6, flags: 132 },
    ],
  ])("has the API's description of %j", (init, described) => {
    const sku = createSku(readSkuInit({ id: "7", ...init }, "sku"), 0);
    const common = { id: "7", application_id: "5", name: init.name };
    expect(describeSku(sku, "5")).toMatchObject({ ...common, ...described });
  });

  it.each([
    [{ name: "" }, "sku.name is an empty string, but must be a string of 1 to 100 characters."],
    [{ name: "a", price: { amount: 4.99, currency: "usd" } }, "sku.price.amount is 4.99, but must be"],
    [
      { name: "a", price: { amount: 1, currency: "$" } },
      "sku.price.currency is a string, but must be three lowercase letters, such as usd.",
    ],
  ])("rejects %j", (init, message) => {
    expect(() => readSkuInit(init, "sku")).toThrow(message);
  });
});

describe("an entitlement", () => {
  const now = Date.parse("2026-11-22T07:42:00Z");
  const create = (init: object) => createEntitlement(readEntitlementInit(init, "entitlement"), now);
  const described = (init: object) => describeEntitlement(create(init), "3", "4");

  it("by default, starts now and never ends", () => {
    const defaults = { startsAt: "2026-11-22T07:42:00.000Z", endsAt: null, consumed: false, deleted: false };
    expect(create({ player: "Ada", sku: 2n })).toMatchObject({ player: "Ada", sku: "2", ...defaults });
  });

  it("formats times as the service does", () => {
    expect(create({ player: "Ada", sku: "2", endsAt: "2026-11-22T08:42:00+01:00" })).toMatchObject({
      endsAt: "2026-11-22T07:42:00.000Z",
    });
  });

  it.each([
    [{ sku: "2" }, "entitlement.player is missing, but must be a player's name if guild is omitted."],
    [{ guild: "reef", sku: "2" }, "entitlement.guild is"],
    [{ player: "Ada", sku: "2", endsAt: "soon" }, "entitlement.endsAt is a string, but must be an ISO 8601"],
  ])("rejects %j", (init, message) => {
    expect(() => readEntitlementInit(init, "entitlement")).toThrow(message);
  });

  it.each([
    [{}, true],
    [{ endsAt: "2026-11-22T07:42:01Z" }, true],
    [{ endsAt: "2026-11-22T07:42:00Z" }, false],
    [{ consumed: true }, false],
    [{ deleted: true }, false],
  ])("for an entitlement with %j, `isInForce` returns %s", (more, isSo) => {
    const data = described({ player: "Ada", sku: "2", ...more });
    expect(isInForce(data, now)).toBe(isSo);
    expect(hasEnded(data, now)).toBe("endsAt" in more && !isSo);
  });
});
