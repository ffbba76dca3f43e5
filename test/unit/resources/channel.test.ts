import { describe, expect, it, test } from "vitest";
import type { ApiCredential, ThreadMembers } from "../../../src/resources/index.ts";
import { connectApi, expectInvalid, pagesOf, refusal } from "../../setup/api-client.ts";
import { passWaits } from "../../setup/pass-waits.ts";

describe("a voice channel's status", () => {
  it.each([["Reef, 3 of 5"], ["🪸".repeat(500)], [""], [null]])(
    "%j is sent with the bot token",
    async (status) => {
      const { api, requests } = connectApi();
      expect(await api.channel("7").setVoiceStatus(status)).toBeUndefined();
      expect(requests).toEqual([
        { method: "PUT", path: "/channels/7/voice-status", authorization: "Bot bot", body: { status } },
      ]);
    },
  );

  it.each([
    [undefined, {}, "status is missing"],
    [5, {}, "status is a number"],
    ["x".repeat(501), {}, "status is not a string of 0 to 500 characters"],
    ["🪸".repeat(501), {}, "of 0 to 500 characters"],
    ["x", null, "options is null"],
    ["x", { sgnal: 1 }, "Did you mean options.signal?"],
  ])("is rejected without sending a request for %j with the options %j", async (status, options, message) => {
    await expectInvalid((api) => api.channel("7").setVoiceStatus(status as never, options as never), message);
  });
});

test.each<[string, ApiCredential]>([
  ["client credentials", { clientId: "5", clientSecret: "secret" }],
  ["a user's token", { userToken: () => expect.unreachable("nobody takes it") }],
])("sends no request with %s if the endpoint requires a bot token", async (_, credential) => {
  const { api, requests } = connectApi(undefined, credential);
  await expect(api.channel("7").setVoiceStatus("x")).rejects.toMatchObject({
    code: "missing_credential",
    hint: expect.stringContaining("Pass the botToken") as string,
  });
  expect(requests).toEqual([]);
});

test("lists the permissions that the bot needs", async () => {
  const { api } = connectApi(() => refusal(403, 50_013));
  await expect(api.channel("7").setVoiceStatus("x")).rejects.toMatchObject({
    name: "ApiError",
    code: "missing_permissions",
    hint: "The bot needs the SET_VOICE_CHANNEL_STATUS permission in the channel and, unless it is connected there, MANAGE_CHANNELS.",
  });
});

const sentMessage = { id: "9", channel_id: "7", content: "Hello" };
const files = [{ name: "map.png", data: new Uint8Array(3) }];
const stream = () => [{ name: "map.png", data: new Blob(["x"]).stream() }];
const enforced = { content: "Hello", nonce: "a", enforce_nonce: true };

describe("a message", () => {
  it("is created with the bot token", async () => {
    const { api, requests } = connectApi(() => sentMessage);
    expect(await api.channel("7").messages.create({ content: "Hello", nonce: "a" })).toEqual(sentMessage);
    const body = { content: "Hello", nonce: "a" };
    expect(requests).toEqual([
      { method: "POST", path: "/channels/7/messages", authorization: "Bot bot", body },
    ]);
  });

  it.each([
    [{ content: "x".repeat(2001) }, {}, "content: Must be 2000 or fewer"],
    [{ nonce: "x".repeat(26) }, {}, "nonce: Must be 25 or fewer"],
    ["x", {}, "message is a string"],
    [{}, { file: [] }, "Did you mean options.files?"],
    [{}, { files: [{ name: "x", data: "x" }] }, "options.files[0].data is a string"],
    [{}, { files: [{ name: "x", data: new Blob([]), size: 10_485_761 }] }, "is larger than 10485760 bytes"],
  ])("is rejected without sending a request (case %#)", async (message, options, fragment) => {
    await expectInvalid(
      (api) => api.channel("7").messages.create(message as never, options as never),
      fragment,
    );
  });

  it("ignores changes made after the call", async () => {
    const { api, requests } = connectApi(() => sentMessage);
    const message = { content: "Early" };
    const called = api.channel("7").messages.create(message);
    message.content = "Late";
    await called;
    expect(requests).toMatchObject([{ body: { content: "Early" } }]);
  });

  it("is not sent if the call is aborted while the rules load", async () => {
    const { api, requests } = connectApi(() => sentMessage);
    const abort = new AbortController();
    const called = api.channel("7").messages.create({ content: "Hello" }, { signal: abort.signal });
    abort.abort();
    await expect(called).rejects.toMatchObject({ code: "aborted" });
    expect(requests).toEqual([]);
  });

  it("is required in the response", async () => {
    const { api } = connectApi(() => ({ content: "x" }));
    await expect(api.channel("7").messages.create({ content: "x" })).rejects.toMatchObject({
      code: "invalid_response",
    });
  });
});

test.each([
  ["without a nonce is not resent after an unknown outcome", 503, { content: "x" }, {}, 1],
  ["with an enforced nonce is resent after an unknown outcome", 503, enforced, {}, 2],
  ["with an unenforced nonce is not resent", 503, { ...enforced, enforce_nonce: false }, {}, 1],
  ["with an empty nonce is not resent", 503, { ...enforced, nonce: "" }, {}, 1],
  ["with rereadable files is resent", 503, enforced, { files }, 2],
  ["with a stream is not resent", 503, enforced, { files: stream() }, 1],
  ["that exceeded the rate limit is resent", 429, { content: "x" }, {}, 2],
  // The stream may have been read.
  ["with a stream is not resent after a rate limit", 429, { content: "x" }, { files: stream() }, 1],
])("a message %s", async (_, status, message, options, count) => {
  const failure = () => Response.json({ retry_after: 0, message: "", global: false }, { status });
  const answer = () => (requests.length === 1 ? failure() : sentMessage);
  const { api, requests } = connectApi(answer, undefined, passWaits());
  const outcome = await api
    .channel("7")
    .messages.create(message, options)
    .catch((error: unknown) => error);
  expect(requests).toHaveLength(count);
  expect(outcome).toMatchObject(count === 1 ? { status } : sentMessage);
});

describe("thread members", () => {
  const memberOf = (id: number) => ({
    id: "7",
    user_id: `${id}`,
    join_timestamp: "2026-01-01T00:00:00.000000+00:00",
    flags: 0,
  });
  const many = (count: number) => Array.from({ length: count }, (_, index) => memberOf(index + 1));

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
    ])("is rejected for %o without sending a request", async (options, message) => {
      await expectInvalid((api) => api.thread("7").members.list(options as never), message);
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
      const { api, requests } = connectApi(pagesOf(130, memberOf));
      const ids: string[] = [];
      for await (const { user_id } of api.thread("7").members.all({ withMember: true })) ids.push(user_id);
      expect(ids).toEqual(many(130).map(({ user_id }) => user_id));
      expect(requests.map(({ path }) => path)).toEqual([
        "/channels/7/thread-members?with_member=true&limit=100",
        "/channels/7/thread-members?with_member=true&after=100&limit=100",
      ]);
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
});
