import { describe, expect, it, test } from "vitest";
import { connectApi, expectInvalid, pagesOf, refusal } from "../../setup/api-client.ts";
import { applicationId } from "../../setup/commands/samples.ts";

const path = `/applications/${applicationId}/entitlements`;
const entitlement = (id: number) => ({ id: `${id}`, sku_id: "7" });
const test5 = { sku_id: "7", owner_id: "5", owner_type: 2 } as const;

describe("the application's entitlements", () => {
  it.each<[object, string]>([
    [{}, ""],
    [{ userId: 5n }, "?user_id=5"],
    [{ guildId: "6", skuIds: ["7", 8n] }, "?guild_id=6&sku_ids=7%2C8"],
    [{ excludeEnded: true, excludeDeleted: false }, "?exclude_ended=true&exclude_deleted=false"],
    [{ before: "9", limit: 1 }, "?before=9&limit=1"],
    [{ after: 9n, limit: 100 }, "?after=9&limit=100"],
  ])("are listed with %o", async (options, query) => {
    const { api, requests } = connectApi(() => [entitlement(1)]);
    expect(await api.entitlements.list(options)).toEqual([entitlement(1)]);
    expect(requests).toEqual([
      { method: "GET", path: path + query, authorization: "Bot bot", body: undefined },
    ]);
  });

  it.each([
    [{ limit: 0 }, "options.limit"],
    [{ limit: 101 }, "options.limit"],
    [{ userId: 5 }, "options.userId"],
    [{ skuIds: "7" }, "options.skuIds"],
    [{ excludeEnded: "true" }, "options.excludeEnded"],
    [{ user_id: "5" }, "user_id"],
  ])("cannot be listed with %o", async (options, name) => {
    await expectInvalid((api) => api.entitlements.list(options as never), name);
  });

  it("are fetched page by page, starting at the first", async () => {
    const { api, requests } = connectApi(pagesOf(130, entitlement));
    const ids: string[] = [];
    for await (const { id } of api.entitlements.all({ userId: "5" })) ids.push(id);
    expect(ids).toEqual(Array.from({ length: 130 }, (_, index) => `${index + 1}`));
    expect(requests.map((request) => request.path)).toEqual([
      `${path}?user_id=5&after=0&limit=100`,
      `${path}?user_id=5&after=100&limit=100`,
    ]);
    expect(() => api.entitlements.all({ limit: 5 } as never)).toThrow("limit");
  });

  it("are rejected if the response is invalid", async () => {
    for (const answer of [{}, [{ id: "1" }], [5]]) {
      const { api } = connectApi(() => answer);
      await expect(api.entitlements.list()).rejects.toMatchObject({ code: "invalid_response" });
    }
  });
});

test("fetches, consumes, creates and deletes an entitlement", async () => {
  const { api, requests } = connectApi(({ path: requestCount, method }) =>
    requestCount.endsWith("/consume") || method === "DELETE" ? null : entitlement(1),
  );
  expect(await api.entitlements.get(1n)).toEqual(entitlement(1));
  expect(await api.entitlements.consume("1")).toBeUndefined();
  expect(await api.entitlements.createTest(test5)).toEqual(entitlement(1));
  expect(await api.entitlements.deleteTest("1")).toBeUndefined();
  const authorization = "Bot bot";
  expect(requests).toEqual([
    { method: "GET", path: `${path}/1`, authorization, body: undefined },
    { method: "POST", path: `${path}/1/consume`, authorization, body: undefined },
    { method: "POST", path, authorization, body: test5 },
    { method: "DELETE", path: `${path}/1`, authorization, body: undefined },
  ]);
});

test.each([
  [{ ...test5, owner_type: 3 }, "entitlement.owner_type"],
  [{ ...test5, sku_id: 7 }, "entitlement.sku_id"],
  [{ sku_id: "7", owner_type: 1 }, "entitlement.owner_id"],
])("rejects the test entitlement %o without sending a request", async (body, name) => {
  await expectInvalid((api) => api.entitlements.createTest(body as never), name);
});

test("does not repeat a change whose outcome is unknown", async () => {
  const { api, requests } = connectApi(() => new Response(null, { status: 502 }));
  await expect(api.entitlements.consume("1")).rejects.toMatchObject({ status: 502 });
  await expect(api.entitlements.createTest(test5)).rejects.toMatchObject({ status: 502 });
  expect(requests).toHaveLength(2);
});

test.each([
  [10_029, "unknown_entitlement"],
  [40_018, "not_consumable"],
])("adds a hint to the error %i", async (code, word) => {
  const { api } = connectApi(() => refusal(400, code));
  await expect(api.entitlements.consume("1")).rejects.toMatchObject({ code: word, hint: expect.any(String) });
});

test("does not send a player's token to fetch the application's entitlements", async () => {
  const { api, requests } = connectApi(() => [], { userToken: async () => Promise.resolve("user") });
  await expect(api.entitlements.list()).rejects.toMatchObject({ code: "missing_credential" });
  expect(requests).toEqual([]);
});

describe("the user's own entitlements", () => {
  const own = `/users/@me/applications/${applicationId}/entitlements`;

  it.each<[object, string]>([
    [{}, ""],
    [{ skuIds: ["7", "8"], excludeConsumed: true }, "?sku_ids=7%2C8&exclude_consumed=true"],
  ])("are listed with %o and the user's token", async (options, query) => {
    const { api, requests } = connectApi(() => [entitlement(1)]);
    expect(await api.currentUser.entitlements.list(options)).toEqual([entitlement(1)]);
    expect(requests).toEqual([
      { method: "GET", path: own + query, authorization: "Bearer user", body: undefined },
    ]);
  });

  it("cannot be listed with an unknown option", async () => {
    const { api } = connectApi(() => []);
    await expect(api.currentUser.entitlements.list({ userId: "5" } as never)).rejects.toThrow("userId");
  });
});

const pearl = { id: "7", type: 3, application_id: applicationId, name: "Pearl", slug: "pearl", flags: 4 };
const subscription = (id: number) => ({ id: `${id}`, status: 0 });
const authorization = "Bot bot";

test("lists the application's SKUs", async () => {
  const { api, requests } = connectApi(() => [pearl]);
  expect(await api.skus.list()).toEqual([pearl]);
  expect(requests).toEqual([
    { method: "GET", path: `/applications/${applicationId}/skus`, authorization, body: undefined },
  ]);
  const { api: other } = connectApi(() => [{ id: "7" }]);
  await expect(other.skus.list()).rejects.toMatchObject({ code: "invalid_response" });
});

describe("the subscriptions to a SKU", () => {
  it.each<[{ readonly userId: string | bigint }, string]>([
    [{ userId: 5n }, "?user_id=5"],
    [{ userId: "5", before: "9", limit: 1 } as never, "?user_id=5&before=9&limit=1"],
    [{ userId: "5", after: 9n } as never, "?user_id=5&after=9"],
  ])("are listed with %o", async (options, query) => {
    const { api, requests } = connectApi(() => [subscription(1)]);
    expect(await api.sku(7n).subscriptions.list(options)).toEqual([subscription(1)]);
    expect(requests).toEqual([
      { method: "GET", path: `/skus/7/subscriptions${query}`, authorization, body: undefined },
    ]);
  });

  it.each([
    [{}, "options.userId"],
    [undefined, "options"],
    [{ userId: "5", limit: 101 }, "options.limit"],
    [{ userId: "5", guildId: "6" }, "guildId"],
  ])("cannot be listed with %o", async (options, name) => {
    await expectInvalid((api) => api.sku("7").subscriptions.list(options as never), name);
  });

  it("are fetched page by page, starting at the first", async () => {
    const { api, requests } = connectApi(pagesOf(120, subscription));
    let count = 0;
    for await (const _ of api.sku("7").subscriptions.all({ userId: "5" })) count += 1;
    expect(count).toBe(120);
    expect(requests.map((request) => request.path)).toEqual([
      "/skus/7/subscriptions?user_id=5&after=0&limit=100",
      "/skus/7/subscriptions?user_id=5&after=100&limit=100",
    ]);
    expect(() => api.sku("7").subscriptions.all({} as never)).toThrow("options.userId");
  });

  it("are fetched by id", async () => {
    const { api, requests } = connectApi(() => subscription(1));
    expect(await api.sku("7").subscriptions.get("1")).toEqual(subscription(1));
    expect(requests[0]?.path).toBe("/skus/7/subscriptions/1");
    const { api: other } = connectApi(() => ({ id: "1" }));
    await expect(other.sku("7").subscriptions.get("1")).rejects.toMatchObject({ code: "invalid_response" });
  });

  it("require a SKU id", () => {
    expect(() => connectApi().api.sku(7 as never)).toThrow("skuId is a JavaScript number");
  });
});
