import { beforeEach, describe, expect, it, test } from "vitest";
import { World } from "../../../../src/emulator/state/world.ts";
import type { EntitlementData, SubscriptionData } from "../../../../src/wire/monetization.ts";
import { callApi } from "../../../setup/emulator/api.ts";

describe("entitlements", () => {
  const ended = "2020-01-01T00:00:00Z";

  let world: World;
  let reported: string[];
  beforeEach(() => {
    world = new World({
      world: {
        players: [
          { name: "Ada", id: "101" },
          { name: "Grace", id: "102" },
        ],
        guilds: [{ id: "20", name: "Reef" }],
        applications: [
          {
            id: "5",
            skus: [
              { id: "7", name: "Pearl" },
              { id: "8", name: "Reef Pass", type: 5 },
            ],
            entitlements: [
              { id: "71", player: "Ada", sku: "7" },
              { id: "72", player: "Ada", sku: "8", endsAt: ended },
              { id: "73", player: "Grace", sku: "7", deleted: true },
              { id: "74", player: "Grace", guild: "20", sku: "8" },
              { id: "75", guild: "20", sku: "9", startsAt: null },
              { id: "76", player: "Ada", sku: "7", consumed: true },
            ],
          },
          { id: "6", entitlements: [{ id: "81", player: "Ada", sku: "7" }] },
        ],
      },
    });
    reported = [];
    world.worldEvents.listen(({ name }) => void reported.push(name));
  });

  const path = "/applications/5/entitlements";
  const ask = async (method: string, rest = "", body?: unknown, caller = {}) =>
    callApi(world, method, path + rest, body, caller);
  const list = async (query = "", caller = {}) =>
    ((await ask("GET", query, undefined, caller)).body as EntitlementData[]).map(({ id }) => id);

  describe("the entitlement list", () => {
    it.each([
      ["", ["71", "72", "74", "75", "76"]],
      ["?exclude_deleted=false", ["71", "72", "73", "74", "75", "76"]],
      ["?exclude_deleted=", ["71", "72", "74", "75", "76"]],
      ["?exclude_ended=true", ["71", "74", "75", "76"]],
      ["?only_active=true&exclude_deleted=false", ["71", "74", "75", "76"]],
      ["?user_id=101", ["71", "72", "76"]],
      ["?guild_id=20", ["74", "75"]],
      ["?user_id=102&guild_id=20", ["74"]],
      ["?sku_ids=8,9", ["72", "74", "75"]],
      ["?sku_ids=8&sku_ids=9", ["72", "74", "75"]],
      ["?sku_ids=", ["71", "72", "74", "75", "76"]],
      ["?after=71&limit=2", ["72", "74"]],
      ["?before=75&limit=2", ["72", "74"]],
    ])("is filtered by the query %j", async (query, ids) => {
      expect(await list(query)).toEqual(ids);
    });

    it.each([
      ["?limit=101", "limit"],
      ["?sku_ids=7,pearl", "sku_ids"],
      ["?user_id=Ada", "user_id"],
      ["?exclude_ended=maybe", "exclude_ended"],
    ])("rejects %s", async (query, field) => {
      await expect(list(query)).rejects.toMatchObject({
        status: 400,
        body: { code: 50_035, errors: { [field]: {} } },
      });
    });
  });

  test("returns an entitlement even if it is deleted", async () => {
    expect(await ask("GET", "/72")).toMatchObject({ status: 200, body: { id: "72", deleted: false } });
    expect(await ask("GET", "/73")).toMatchObject({ body: { deleted: true } });
  });

  describe("a test entitlement", () => {
    it.each([
      [{ owner_id: "102", owner_type: 2 }, { user_id: "102" }],
      [
        { owner_id: "20", owner_type: 1 },
        { user_id: "5", guild_id: "20" },
      ],
    ])("is created and deleted for %j", async (owner, data) => {
      const { status, body } = await ask("POST", "", { sku_id: "8", ...owner });
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({ sku_id: "8", starts_at: null, ends_at: null, deleted: false, ...data }),
      ]);
      const { id } = body as EntitlementData;
      expect(await list("?after=76")).toEqual([id]);
      expect(await ask("DELETE", `/${id}`)).toEqual({ status: 204, body: undefined });
      expect(await list("?after=76")).toEqual([]);
      await expect(ask("DELETE", `/${id}`)).rejects.toMatchObject({ status: 404, body: { code: 10_029 } });
      expect(reported).toEqual(["ENTITLEMENT_CREATE", "ENTITLEMENT_DELETE"]);
    });

    it.each<[string, object, number, number]>([
      ["an unknown SKU", { sku_id: "9", owner_id: "101", owner_type: 2 }, 404, 10_027],
      ["an unknown user", { sku_id: "8", owner_id: "20", owner_type: 2 }, 404, 10_013],
      ["an unknown guild", { sku_id: "8", owner_id: "101", owner_type: 1 }, 404, 10_004],
    ])("is rejected for %s", async (_, body, status, code) => {
      await expect(ask("POST", "", body)).rejects.toMatchObject({ status, body: { code } });
      expect(reported).toEqual([]);
    });
  });

  test("rejects the deletion of a purchase", async () => {
    await expect(ask("DELETE", "/71")).rejects.toMatchObject({ status: 400, body: { code: 40_019 } });
    expect(await list("?user_id=101")).toContain("71");
  });

  describe("consuming an entitlement", () => {
    it("emits an event only the first time", async () => {
      expect(await ask("POST", "/71/consume")).toEqual({ status: 204, body: undefined });
      expect(await ask("POST", "/71/consume")).toEqual({ status: 204, body: undefined });
      expect(await ask("GET", "/71")).toMatchObject({ body: { consumed: true } });
      expect(reported).toEqual(["ENTITLEMENT_UPDATE"]);
    });

    it("accepts an entitlement whose SKU the world does not define", async () => {
      await ask("POST", "/75/consume");
      expect(await ask("GET", "/75")).toMatchObject({ body: { consumed: true } });
    });

    it.each([
      ["74", 400, 40_018],
      ["73", 404, 10_029],
      ["81", 404, 10_029],
    ])("rejects the entitlement %s", async (id, status, code) => {
      await expect(ask("POST", `/${id}/consume`)).rejects.toMatchObject({ status, body: { code } });
    });
  });

  describe("the token for entitlement requests", () => {
    const scoped = (name: string) => ({
      bot: false,
      scopes: "applications.entitlements",
      player: world.players.find(name),
    });

    it("may belong to the application's owner if it has the scope, except to create test entitlements", async () => {
      expect(await list("?limit=1", scoped("Ada"))).toEqual(["71"]);
      await ask("POST", "/71/consume", undefined, scoped("Ada"));
      expect(reported).toEqual(["ENTITLEMENT_UPDATE"]);
      const body = { sku_id: "8", owner_id: "101", owner_type: 2 };
      await expect(ask("POST", "", body, scoped("Ada"))).rejects.toMatchObject({ status: 401 });
    });

    it.each([
      ["another player's", () => scoped("Grace"), 403, 50_001],
      ["missing the scope", () => ({ ...scoped("Ada"), scopes: "identify" }), 403, 50_001],
      ["another application's", () => ({ application: world.applications[1] }), 403, 20_012],
    ])("is rejected if it is %s", async (_, caller, status, code) => {
      for (const request of ["GET ", "GET /71", "DELETE /75", "POST /71/consume"]) {
        const [method = "", rest] = request.split(" ");
        const answer = ask(method, rest, undefined, caller());
        await expect(answer).rejects.toMatchObject({ status, body: { code } });
      }
    });
  });

  describe("a player's own entitlements", () => {
    const own = async (query = "", caller: object = {}, application = "5") => {
      const as = { bot: false, scopes: "identify", player: world.players.first, ...caller };
      const ownPath = `/users/@me/applications/${application}/entitlements${query}`;
      const { body } = await callApi(world, "GET", ownPath, undefined, as);
      return (body as EntitlementData[]).map(({ id }) => id);
    };

    it.each([
      ["", ["71", "76"]],
      ["?exclude_consumed=true", ["71"]],
      ["?sku_ids=8", []],
      ["?sku_ids=7,8", ["71", "76"]],
    ])("are filtered by the query %j", async (query, ids) => {
      expect(await own(query)).toEqual(ids);
    });

    it("exclude guild entitlements and are unavailable to a bot and for another application", async () => {
      expect(await own("", { player: world.players.find("Grace") })).toEqual([]);
      await expect(own("", { bot: true, player: undefined })).rejects.toMatchObject({ status: 401 });
      await expect(own("", {}, "6")).rejects.toMatchObject({ status: 403, body: { code: 50_001 } });
    });
  });
});

describe("SKUs and subscriptions", async () => {
  let world: World;
  beforeEach(() => {
    const skus = [{ id: "7", name: "Pearl" }, { id: "8", name: "Reef Pass", type: 5 } as const];
    world = new World({ world: { applications: [{ id: "5", skus }, { id: "6" }] } });
  });
  const get = async (path: string, caller = {}) =>
    (await callApi(world, "GET", path, undefined, caller)).body;
  const subscribe = (player: string, sku = "8") => world.shop.subscribe({ player, sku }).id;
  const idOf = (player: string) => world.players.findOrAdd(player).id;

  test("lists the world's SKUs", async () => {
    expect(await get("/applications/5/skus")).toEqual([
      { id: "7", type: 3, application_id: "5", name: "Pearl", slug: "pearl", flags: 4 },
      { id: "8", type: 5, application_id: "5", name: "Reef Pass", slug: "reef-pass", flags: 260 },
    ]);
  });

  test("lists SKUs only for the application's bot", async () => {
    const list = (caller: object) => get("/applications/5/skus", caller);
    const other = { application: world.applications[1] };
    await expect(list(other)).rejects.toMatchObject({ status: 403, body: { code: 20_012 } });
    await expect(list({ bot: false, player: world.players.first })).rejects.toMatchObject({ status: 401 });
  });

  describe("the subscriptions to a SKU", () => {
    const list = async (query: string, caller = {}) =>
      ((await get(`/skus/8/subscriptions${query}`, caller)) as SubscriptionData[]).map(({ id }) => id);

    it("are filtered by user and returned in pages", async () => {
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

    it("for a player's token, include only the player's own subscriptions", async () => {
      const [own] = [subscribe("Ada"), subscribe("Grace")];
      const caller = { bot: false, player: world.players.find("Ada") };
      expect(await list(`?user_id=${idOf("Grace")}`, caller)).toEqual([own]);
    });

    it("can be fetched individually", async () => {
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

    it("require a user id, the application's SKU and a token", async () => {
      const errors = { user_id: { _errors: [{ code: "BASE_TYPE_REQUIRED" }] } };
      await expect(list("")).rejects.toMatchObject({ status: 400, body: { code: 50_035, errors } });
      const other = { application: world.applications[1] };
      await expect(list("?user_id=1", other)).rejects.toMatchObject({ status: 404, body: { code: 10_027 } });
      await expect(list("?user_id=1", { bot: false })).rejects.toMatchObject({ status: 401 });
      subscribe("Ada", "99");
      expect(await get(`/skus/99/subscriptions?user_id=${idOf("Ada")}`)).toHaveLength(1);
    });
  });
});
