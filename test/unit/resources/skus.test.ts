import { describe, expect, it, test } from "vitest";
import { connectApi } from "../../setup/api-client.ts";
import { applicationId } from "../../setup/commands/samples.ts";

const pearl = { id: "7", type: 3, application_id: applicationId, name: "Pearl", slug: "pearl", flags: 4 };
const subscription = (id: number) => ({ id: `${id}`, status: 0 });
const authorization = "Bot bot";

test("lists the SKUs of the application", async () => {
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
    const { api, requests } = connectApi(() => []);
    await expect(api.sku("7").subscriptions.list(options as never)).rejects.toThrow(name);
    expect(requests).toEqual([]);
  });

  it("are fetched page by page, starting at the first", async () => {
    const { api, requests } = connectApi((request) => {
      const after = Number(new URL(request.path, "http://localhost").searchParams.get("after"));
      return Array.from({ length: Math.min(100, 120 - after) }, (_, index) =>
        subscription(after + index + 1),
      );
    });
    let count = 0;
    for await (const _ of api.sku("7").subscriptions.all({ userId: "5" })) count += 1;
    expect(count).toBe(120);
    expect(requests.map(({ path }) => path)).toEqual([
      "/skus/7/subscriptions?user_id=5&after=0&limit=100",
      "/skus/7/subscriptions?user_id=5&after=100&limit=100",
    ]);
    expect(() => api.sku("7").subscriptions.all({} as never)).toThrow("options.userId");
  });

  it("are fetched by their id", async () => {
    const { api, requests } = connectApi(() => subscription(1));
    expect(await api.sku("7").subscriptions.get("1")).toEqual(subscription(1));
    expect(requests[0]?.path).toBe("/skus/7/subscriptions/1");
    const { api: other } = connectApi(() => ({ id: "1" }));
    await expect(other.sku("7").subscriptions.get("1")).rejects.toMatchObject({ code: "invalid_response" });
  });

  it("require the id of a SKU", () => {
    expect(() => connectApi().api.sku(7 as never)).toThrow("skuId is a JavaScript number");
  });
});
