import { describe, expect, it, test } from "vitest";
import type { ThreadMembers } from "../../../src/resources/index.ts";
import { connectApi, refusal } from "../../setup/api-client.ts";

const memberOf = (id: number) => ({
  id: "7",
  user_id: `${id}`,
  join_timestamp: "2026-01-01T00:00:00.000000+00:00",
  flags: 0,
});
const many = (count: number, from = 1) => Array.from({ length: count }, (_, index) => memberOf(from + index));

describe("a page of thread members", () => {
  it.each([
    [{}, ""],
    [{ withMember: true, after: 5n, limit: 2 }, "?with_member=true&after=5&limit=2"],
    [{ withMember: false }, "?with_member=false"],
  ])("is fetched with %o and the bot token", async (options, query) => {
    const { api, requests } = connectApi(() => many(2));
    expect(await api.thread("7").members.list(options)).toEqual(many(2));
    expect(requests).toMatchObject([
      {
        method: "GET",
        path: `/channels/7/thread-members${query}`,
        authorization: "Bot bot",
        body: undefined,
      },
    ]);
  });

  it.each([
    [{ limit: 101 }, "options.limit is 101, but must be a whole number from 1 to 100."],
    [{ limit: 0 }, "options.limit is 0, but must be"],
    [{ after: 5 }, "options.after is a JavaScript number"],
    [{ withMember: "yes" }, 'options.withMember is "yes"'],
    [{ with_member: true }, "Did you mean options.withMember?"],
    [null, "options is null"],
  ])("is rejected for %o without a request", async (options, message) => {
    const { api, requests } = connectApi();
    await expect(api.thread("7").members.list(options as never)).rejects.toThrow(message);
    expect(requests).toEqual([]);
  });

  it.each([[{}], [[null]], [[5]], [[{ id: "7" }]], [[{ user_id: "5" }]], [[{ id: "7", user_id: "x" }]]])(
    "is rejected if the response is %j",
    async (body) => {
      const { api } = connectApi(() => body);
      await expect(api.thread("7").members.list()).rejects.toMatchObject({ code: "invalid_response" });
    },
  );
});

describe("all thread members", () => {
  it("are fetched page by page", async () => {
    const { api, requests } = connectApi(({ path }) =>
      path.includes("after=100") ? many(30, 101) : many(100),
    );
    const ids: string[] = [];
    for await (const { user_id } of api.thread("7").members.all({ withMember: true })) ids.push(user_id);
    expect(ids).toEqual(many(130).map(({ user_id }) => user_id));
    expect(requests.map(({ path }) => path)).toEqual([
      "/channels/7/thread-members?with_member=true&limit=100",
      "/channels/7/thread-members?with_member=true&after=100&limit=100",
    ]);
  });

  it("are returned once if the API returns all of them in one response, as version 10 does", async () => {
    const { api, requests } = connectApi(() => many(250));
    let count = 0;
    for await (const _ of api.thread("7").members.all()) count += 1;
    expect(count).toBe(250);
    expect(requests.length).toBeLessThanOrEqual(2);
  });

  it("are rejected immediately if an option is invalid", () => {
    const { api } = connectApi();
    expect(() => api.thread("7").members.all({ limit: 5 } as never)).toThrow("options.limit does not exist");
  });

  it("are not fetched after the signal is aborted", async () => {
    const { api, requests } = connectApi(() => many(100));
    const controller = new AbortController();
    const walk = api.thread("7").members.all({ signal: controller.signal });
    await walk.next();
    controller.abort();
    const rest = async () => {
      for await (const _ of walk);
    };
    await expect(rest()).rejects.toMatchObject({ code: "aborted" });
    expect(requests).toHaveLength(1);
  });
});

test("fetches one member by user id", async () => {
  const { api, requests } = connectApi(() => memberOf(5));
  const { members } = api.thread("7");
  expect(await members.get(5n, { withMember: true })).toEqual(memberOf(5));
  expect(await members.get("5")).toEqual(memberOf(5));
  expect(requests.map(({ path }) => path)).toEqual([
    "/channels/7/thread-members/5?with_member=true",
    "/channels/7/thread-members/5",
  ]);
  await expect(members.get("ada")).rejects.toMatchObject({ code: "invalid_id" });
  expect(requests).toHaveLength(2);
});

test("rejects with the status if the user does not follow the thread", async () => {
  const { api } = connectApi(() => refusal(404, 10_007, "Unknown Member"));
  await expect(api.thread("7").members.get("5")).rejects.toMatchObject({ status: 404, errorCode: 10_007 });
});

test("rejects an invalid response for one member", async () => {
  const { api } = connectApi(() => []);
  await expect(api.thread("7").members.get("5")).rejects.toMatchObject({ code: "invalid_response" });
});

test.each<[string, (members: ThreadMembers) => Promise<unknown>]>([
  ["list", (members) => members.list()],
  ["get", (members) => members.get("5")],
  ["all", (members) => members.all().next()],
])("requires the bot token for %s", async (_, ask) => {
  const { api, requests } = connectApi(undefined, { userToken: () => Promise.resolve("user") });
  await expect(ask(api.thread("7").members)).rejects.toMatchObject({ code: "missing_credential" });
  expect(requests).toEqual([]);
});

test("rejects an invalid thread id immediately", () => {
  expect(() => connectApi().api.thread(7 as never)).toThrow("threadId is a JavaScript number");
});
