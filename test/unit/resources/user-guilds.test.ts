import { describe, expect, it, test } from "vitest";
import type { ApiClient } from "../../../src/resources/index.ts";
import { connectApi, expectInvalid, expectUserScope, refusal } from "../../setup/api-client.ts";

const guildOf = (id: number) => ({
  id: `${id}`,
  name: "Reef",
  icon: null,
  banner: "a_1234",
  owner: false,
  permissions: "0",
  features: [],
});
const many = (count: number, from = 1) => Array.from({ length: count }, (_, index) => guildOf(from + index));

describe("a page of the user's guilds", () => {
  it.each([
    [{}, ""],
    [
      { before: 9n, after: "5", limit: 200, withCounts: true },
      "?with_counts=true&before=9&after=5&limit=200",
    ],
  ])("is fetched with %o and the user's token", async (options, query) => {
    const { api, requests } = connectApi(() => many(2));
    expect(await api.currentUser.guilds.list(options)).toEqual(many(2));
    expect(requests).toMatchObject([
      { method: "GET", path: `/users/@me/guilds${query}`, authorization: "Bearer user" },
    ]);
  });

  it.each([
    [{ limit: 201 }, "options.limit is 201, but must be a whole number from 1 to 200."],
    [{ before: "x" }, "options.before is not an id"],
    [{ with_counts: true }, "Did you mean options.withCounts?"],
  ])("is rejected for %o without sending a request", async (options, message) => {
    await expectInvalid((api) => api.currentUser.guilds.list(options as never), message);
  });

  it("is empty for a response without a body", async () => {
    expect(await connectApi(() => null).api.currentUser.guilds.list()).toEqual([]);
  });

  it.each([[{}], [[null]], [[5]], [[{ id: "x", name: "Reef" }]], [[{ id: "5" }]]])(
    "is rejected if the response is %j",
    async (body) => {
      const { api } = connectApi(() => body);
      await expect(api.currentUser.guilds.list()).rejects.toMatchObject({ code: "invalid_response" });
    },
  );
});

test("fetches all guilds page by page", async () => {
  const { api, requests } = connectApi(({ path }) => (path.includes("after=200") ? [] : many(200)));
  let count = 0;
  for await (const { banner } of api.currentUser.guilds.all({ withCounts: false })) {
    expect(banner).toBe("a_1234");
    count += 1;
  }
  expect(count).toBe(200);
  expect(requests.map(({ path }) => path)).toEqual([
    "/users/@me/guilds?with_counts=false&limit=200",
    "/users/@me/guilds?with_counts=false&after=200&limit=200",
  ]);
  expect(() => api.currentUser.guilds.all({ limit: 5 } as never)).toThrow("options.limit does not exist");
});

test("reports the missing scope", async () => {
  const { api } = connectApi(() => refusal(401, 50_026, "Missing required OAuth2 scope"));
  await expect(api.currentUser.guilds.list()).rejects.toMatchObject({
    code: "missing_scope",
    hint: expect.stringContaining("the guilds scope") as string,
  });
});

test.each<[string, (api: ApiClient) => Promise<unknown>]>([
  ["a page", (api) => api.currentUser.guilds.list()],
  ["all guilds", (api) => api.currentUser.guilds.all().next()],
])("fetches %s only with a user token that has the guilds scope", async (_, use) => {
  await expectUserScope("guilds", use, many(1));
});
