import { beforeEach, describe, expect, it, test } from "vitest";
import { World } from "../../../../src/emulator/state/world.ts";
import type { SubscriptionData } from "../../../../src/wire/monetization.ts";
import { askApi } from "../../../setup/emulator/api.ts";

let world: World;
beforeEach(() => {
  const skus = [{ id: "7", name: "Pearl" }, { id: "8", name: "Reef Pass", type: 5 } as const];
  world = new World({ world: { applications: [{ id: "5", skus }, { id: "6" }] } });
});
const get = async (path: string, caller = {}) => (await askApi(world, "GET", path, undefined, caller)).body;
const subscribe = (player: string, sku = "8") => world.shop.subscribe({ player, sku }).id;
const idOf = (player: string) => world.players.findOrAdd(player).id;

test("lists the SKUs of the world", async () => {
  expect(await get("/applications/5/skus")).toEqual([
    { id: "7", type: 3, application_id: "5", name: "Pearl", slug: "pearl", flags: 4 },
    { id: "8", type: 5, application_id: "5", name: "Reef Pass", slug: "reef-pass", flags: 260 },
  ]);
});

test.each([
  ["another application's bot", () => ({ application: world.applications[1] }), 403, 20_012],
  ["a player", () => ({ bot: false, player: world.players.first }), 401, 0],
])("rejects %s", async (_, caller, status, code) => {
  await expect(get("/applications/5/skus", caller())).rejects.toMatchObject({ status, body: { code } });
});

describe("the subscriptions to a SKU", () => {
  const list = async (query: string, caller = {}) =>
    ((await get(`/skus/8/subscriptions${query}`, caller)) as SubscriptionData[]).map(({ id }) => id);

  it("are filtered by user, and returned in pages", async () => {
    const ids = [subscribe("Ada"), subscribe("Grace"), subscribe("Ada")];
    subscribe("Ada", "9");
    expect(await list(`?user_id=${idOf("Ada")}`)).toEqual([ids[0], ids[2]]);
    expect(await list(`?user_id=${idOf("Ada")}&limit=1`)).toEqual([ids[0]]);
    expect(await list(`?user_id=${idOf("Ada")}&after=${ids[0]}`)).toEqual([ids[2]]);
    expect(await list(`?user_id=${idOf("Ada")}&before=${ids[2]}`)).toEqual([ids[0]]);
  });

  it("are limited to 50 by default", async () => {
    for (let count = 0; count < 60; count++) subscribe("Ada");
    expect(await list(`?user_id=${idOf("Ada")}`)).toHaveLength(50);
    expect(await list(`?user_id=${idOf("Ada")}&limit=100`)).toHaveLength(60);
  });

  it("are limited to the player's own with a player's token", async () => {
    const [own] = [subscribe("Ada"), subscribe("Grace")];
    const caller = { bot: false, player: world.players.find("Ada") };
    expect(await list(`?user_id=${idOf("Grace")}`, caller)).toEqual([own]);
  });

  it("are empty if the user has not subscribed", async () => {
    expect(await list(`?user_id=${idOf("Ada")}`)).toEqual([]);
  });

  it("require a user id", async () => {
    await expect(list("")).rejects.toMatchObject({
      status: 400,
      body: { code: 50_035, errors: { user_id: { _errors: [{ code: "BASE_TYPE_REQUIRED" }] } } },
    });
  });

  it("can be requested individually", async () => {
    const id = subscribe("Ada");
    expect(await get(`/skus/8/subscriptions/${id}`)).toMatchObject({ id, status: 0, sku_ids: ["8"] });
    expect(await get(`/skus/8/subscriptions/${id}?user_id=${idOf("Ada")}`)).toMatchObject({ id });
    const grace = { bot: false, player: world.players.find("Grace") };
    for (const refused of [
      get(`/skus/8/subscriptions/9`),
      get(`/skus/8/subscriptions/${id}`, grace),
      get(`/skus/7/subscriptions/${id}`),
    ])
      await expect(refused).rejects.toMatchObject({ status: 404, body: { code: 0 } });
  });

  it("require the application's own SKU and a token", async () => {
    const other = { application: world.applications[1] };
    await expect(list("?user_id=1", other)).rejects.toMatchObject({ status: 404, body: { code: 10_027 } });
    await expect(list("?user_id=1", { bot: false })).rejects.toMatchObject({ status: 401 });
    subscribe("Ada", "99");
    expect(await get(`/skus/99/subscriptions?user_id=${idOf("Ada")}`)).toHaveLength(1);
  });
});
