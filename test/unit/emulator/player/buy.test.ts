import { beforeEach, describe, expect, it } from "vitest";
import { buy } from "../../../../src/emulator/player/press.ts";
import { openScene } from "../../../setup/emulator/scene.ts";

const skus = [
  { id: "71", name: "Pearl" },
  { id: "72", name: "Reef Pass", type: 5 },
  { id: "73", name: "Guild Pass", type: 5, forGuilds: true },
];
const offer = (sku: string, change: object = {}) => ({ type: 2, style: 6, sku_id: sku, ...change });

let scene: ReturnType<typeof openScene>;
let told: string[];
beforeEach(() => {
  scene = openScene([{ id: "5", skus }]);
  told = [];
  scene.world.worldEvents.listen(({ name }) => void told.push(name));
});

/** Returns a place with a message that has premium buttons. */
function where(buttons: readonly object[], { id = "50", author = "5", place = { guild: "Reef" } } = {}) {
  const found = scene.at(place);
  scene.world.history.keep({
    id,
    channel_id: found.channel.id,
    author: { id: author, username: "game" },
    content: "",
    timestamp: "2026-01-01T00:00:00Z",
    components: [{ type: 1, components: buttons }],
  });
  return found;
}

describe("a premium button", () => {
  it.each(["Pearl", "71"])("is pressed by the name or id of its SKU: %s", (name) => {
    const bought = buy(where([offer("71")]), { name });
    expect(bought).toMatchObject({ sku_id: "71", user_id: scene.world.players.first.id });
    expect(bought).not.toHaveProperty("guild_id");
    expect(told).toEqual(["ENTITLEMENT_CREATE"]);
  });

  it("starts a subscription, for the player alone even in a guild", () => {
    const bought = buy(where([offer("72")]), { name: "Reef Pass" });
    expect(bought).toMatchObject({ sku_id: "72", deleted: false });
    expect(bought).not.toHaveProperty("guild_id");
    expect(told).toEqual(["ENTITLEMENT_CREATE", "SUBSCRIPTION_CREATE"]);
  });

  it("starts a guild subscription for the player's guild", () => {
    expect(buy(where([offer("73")]), { name: "Guild Pass" })).toMatchObject({ guild_id: "7" });
    expect(() => buy(where([offer("73")], { place: {} as never }), { name: "Guild Pass" })).toThrow(
      '"Guild Pass" is bought for a guild, and Ada is in none.',
    );
  });

  it("accepts a SKU that the world does not define", () => {
    expect(buy(where([offer("99")]), { name: "99" })).toMatchObject({ sku_id: "99", application_id: "5" });
  });

  it("is taken from the application's newest message by default", () => {
    where([offer("71", { disabled: true })]);
    const place = where([offer("71")], { id: "51" });
    expect(buy(place, { name: "Pearl" })).toMatchObject({ sku_id: "71" });
    expect(() => buy(place, { name: "Pearl", message: "50" })).toThrow('"Pearl" is switched off.');
    expect(buy(where([offer("98")], { author: "6" }), { name: "98" })).toMatchObject({ application_id: "5" });
  });

  it("does not match other buttons", () => {
    const place = where([
      offer("71", { style: 1 }),
      { type: 2, style: 6 },
      { type: 3, style: 6, sku_id: "71" },
    ]);
    expect(() => buy(place, { name: "Pearl" })).toThrow('There is no button "Pearl" here.');
    expect(() => buy(place, { name: "Pearl", message: "9" })).toThrow("There is no message");
    expect(told).toEqual([]);
  });
});
