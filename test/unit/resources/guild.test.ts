import { describe, expect, it } from "vitest";
import { connectApi } from "../../setup/api-client.ts";

const calls = [
  ["get", "/guilds/7", { id: "7", name: "Reef", owner_id: "1", roles: [] }, "a guild"],
  ["channels", "/guilds/7/channels", [{ id: "8", type: 0 }], "a list of channels"],
  ["member", "/guilds/7/members/9", { user: { id: "9" }, roles: [] }, "a member"],
] as const;

describe.each(calls)("guild.%s", (name, path, body, what) => {
  const ask = (api: ReturnType<typeof connectApi>["api"], options?: object) =>
    name === "member" ? api.guild("7").member(9n, options) : api.guild("7")[name](options);

  it("is fetched with the bot token", async () => {
    const { api, requests } = connectApi(() => body);
    expect(await ask(api)).toEqual(body);
    expect(requests).toEqual([{ method: "GET", path, authorization: "Bot bot", body: undefined }]);
  });

  it.each([5, {}, [{}]])("rejects the response %j", async (answer) => {
    const { api } = connectApi(() => answer);
    await expect(ask(api)).rejects.toMatchObject({
      code: "invalid_response",
      message: expect.stringContaining(what),
    });
  });

  it("rejects an unknown option", async () => {
    const { api } = connectApi(() => body);
    await expect(ask(api, { sgnal: 1 })).rejects.toThrow("Did you mean options.signal?");
  });
});

it("rejects an invalid guild or member id without sending a request", async () => {
  const { api, requests } = connectApi();
  expect(() => api.guild("x")).toThrow("guildId");
  await expect(api.guild("7").member("x")).rejects.toThrow("userId");
  expect(requests).toEqual([]);
});
