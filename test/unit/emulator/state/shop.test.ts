import { describe, expect, it } from "vitest";
import { EmulatorApplication } from "../../../../src/emulator/state/application.ts";
import { World } from "../../../../src/emulator/state/world.ts";

/** Opens a shop and records the world's events. */
function open() {
  const entitlements = [{ player: "Ada", sku: "7" }];
  const world = new World({ world: { applications: [{ id: "5", entitlements }, { id: "6" }] } });
  const emitted: unknown[] = [];
  world.worldEvents.listen(({ name, data, applicationId }) => void emitted.push([name, applicationId, data]));
  const [application, other] = world.applications;
  return {
    world,
    emitted,
    shop: world.shop,
    application,
    other: other ?? expect.unreachable(),
    ada: world.players.first,
  };
}

describe("purchases", () => {
  it("can be made and refunded", () => {
    const { shop, emitted, ada, other } = open();
    const bought = shop.buy({ application: other, player: "Ada", sku: 8n });
    const owned = { application_id: "6", user_id: ada.id, sku_id: "8", type: 8 };
    expect(bought).toMatchObject({ ...owned, deleted: false, ends_at: null });
    expect(other.entitlements).toMatchObject([{ id: bought.id, player: "Ada", sku: "8" }]);
    expect(shop.held(other, ada.id)).toEqual([bought]);
    expect(shop.refund(bought.id)).toEqual({ ...bought, deleted: true });
    expect(shop.held(other, ada.id)).toEqual([]);
    expect(shop.list(other)).toEqual([{ ...bought, deleted: true }]);
    expect(emitted).toEqual([
      ["ENTITLEMENT_CREATE", "6", bought],
      ["ENTITLEMENT_DELETE", "6", { ...bought, deleted: true }],
    ]);
  });

  it("can be refunded if they were made before the emulator started", () => {
    const { shop, application, ada } = open();
    const [first] = application.entitlements;
    const refunded = { id: first?.id, sku_id: "7", type: 8, deleted: true };
    expect(shop.refund(first?.id ?? "")).toMatchObject(refunded);
    expect(shop.held(application, ada.id)).toEqual([]);
    expect(() => shop.refund(first?.id ?? "")).toThrow("There is no entitlement with the id");
  });

  it("keep a canceled subscription until it ends", () => {
    const { shop, emitted, ada, application, world } = open();
    const subscription = shop.subscribe({ player: "Ada", sku: "8" });
    const [, entitlement] = application.entitlements;
    expect(subscription).toMatchObject({
      user_id: ada.id,
      sku_ids: ["8"],
      entitlement_ids: [entitlement?.id],
      status: 0,
      canceled_at: null,
    });
    const { current_period_start: start, current_period_end: end } = subscription;
    expect(Date.parse(end) - Date.parse(start)).toBe(30 * 86_400_000);
    world.clock.advance(86_400_000);
    expect(shop.cancel(subscription.id)).toMatchObject({
      status: 2,
      renewal_sku_ids: null,
      canceled_at: expect.stringMatching(/^\d{4}-/),
    });
    expect(shop.held(application, ada.id)).toHaveLength(2);
    expect(shop.end(subscription.id)).toMatchObject({ id: subscription.id, status: 1 });
    expect(shop.held(application, ada.id)).toMatchObject([{ sku_id: "7" }]);
    expect(shop.subscriptionsTo(application, "8")).toMatchObject([{ id: subscription.id, status: 1 }]);
    expect(shop.subscriptionsTo(application, "7")).toEqual([]);
    expect(emitted).toMatchObject([
      ["ENTITLEMENT_CREATE", "5", { id: entitlement?.id, type: 8 }],
      ["SUBSCRIPTION_CREATE", "5", { status: 0 }],
      ["SUBSCRIPTION_UPDATE", "5", { status: 2 }],
      ["ENTITLEMENT_UPDATE", "5", { id: entitlement?.id, ends_at: expect.stringMatching(/^\d{4}-/) }],
      ["SUBSCRIPTION_UPDATE", "5", { status: 1 }],
    ]);
  });

  it("keep other entitlements when a refunded subscription ends", () => {
    const { shop, application, ada, emitted } = open();
    const { id, entitlement_ids: ids } = shop.subscribe({ player: "Ada", sku: "8" });
    shop.refund(ids[0] ?? "");
    emitted.length = 0;
    shop.end(id);
    expect(shop.held(application, ada.id)).toMatchObject([{ sku_id: "7" }]);
    expect(emitted).toMatchObject([["SUBSCRIPTION_UPDATE", "5", { status: 1 }]]);
  });

  it("for a guild entitle its members only in that guild", () => {
    const { shop, application, world } = open();
    const bought = shop.buy({ player: "Ada", guild: 20n, sku: "8" });
    const grace = world.players.findOrAdd("Grace");
    expect(bought).toMatchObject({ user_id: world.players.first.id, guild_id: "20" });
    expect(shop.held(application, grace.id, "20")).toEqual([bought]);
    expect(shop.held(application, grace.id, "21")).toEqual([]);
    expect(shop.held(application, grace.id)).toEqual([]);
    expect(shop.held(application, world.players.first.id)).toMatchObject([{ sku_id: "7" }]);
  });

  it("are no longer listed by `held` after they are consumed", () => {
    const { shop, emitted, application, ada } = open();
    const [owned = expect.unreachable()] = shop.held(application, ada.id);
    shop.consume(application, owned.id);
    expect(shop.held(application, ada.id)).toEqual([]);
    expect(emitted).toEqual([["ENTITLEMENT_UPDATE", "5", { ...owned, consumed: true }]]);
  });

  it("reject unknown ids and invalid values", () => {
    const { shop, emitted } = open();
    const fails = (act: () => unknown, code: string) =>
      expect(act).toThrow(expect.objectContaining({ code }));
    const { id } = shop.subscribe({ player: "Ada", sku: "8" });
    shop.end(id);
    emitted.length = 0;
    fails(() => shop.end(id), "unknown_subscription");
    fails(() => shop.cancel("9"), "unknown_subscription");
    fails(() => shop.refund("9"), "unknown_entitlement");
    fails(() => shop.refund("x"), "invalid_id");
    fails(() => shop.buy({ player: "Ada" } as never), "invalid_id");
    fails(() => shop.buy({ player: "", sku: "8" }), "invalid_argument");
    fails(() => shop.buy({ player: "Ada", sku: "8", application: {} as never }), "invalid_argument");
    fails(
      () => shop.buy({ player: "Ada", sku: "8", application: new EmulatorApplication() }),
      "unknown_application",
    );
    expect(emitted).toEqual([]);
  });
});
