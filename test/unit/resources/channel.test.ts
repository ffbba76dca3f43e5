import { describe, expect, it, test } from "vitest";
import type { ApiCredential } from "../../../src/resources/index.ts";
import { connectApi, refusal } from "../../setup/api-client.ts";

describe("the status of a voice channel", () => {
  it.each([["Reef, 3 of 5"], ["🪸".repeat(500)], [""], [null]])(
    "is sent with the bot token: %j",
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
  ])("is rejected without a request: %j with %j", async (status, options, message) => {
    const { api, requests } = connectApi();
    await expect(api.channel("7").setVoiceStatus(status as never, options as never)).rejects.toThrow(message);
    expect(requests).toEqual([]);
  });
});

test.each<[string, ApiCredential]>([
  ["client credentials", { clientId: "5", clientSecret: "secret" }],
  ["a user's token", { userToken: () => expect.unreachable("nobody takes it") }],
])("sends no request with %s if the endpoint requires a bot token", async (_, credential) => {
  const { api, requests } = connectApi(undefined, credential);
  await expect(api.channel("7").setVoiceStatus("x")).rejects.toMatchObject({
    code: "missing_credential",
    hint: expect.stringContaining("Pass botToken") as string,
  });
  expect(requests).toEqual([]);
});

test("names the permissions that the bot needs", async () => {
  const { api } = connectApi(() => refusal(403, 50_013));
  await expect(api.channel("7").setVoiceStatus("x")).rejects.toMatchObject({
    name: "ApiError",
    code: "missing_permissions",
    hint: "The bot needs the permission SET_VOICE_CHANNEL_STATUS in the channel, and MANAGE_CHANNELS too while it is not connected to it.",
  });
});
