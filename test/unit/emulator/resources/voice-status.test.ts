import { describe, expect, it, test } from "vitest";
import { World } from "../../../../src/emulator/state/world.ts";
import { Permission } from "../../../../src/wire/permission.ts";
import { askApi } from "../../../setup/emulator/api.ts";

const { SetVoiceChannelStatus, ManageChannels, Administrator } = Permission;

function scene(permissions?: bigint, isConnected = false) {
  const connectedBots = isConnected ? ["5"] : [];
  const world = new World({
    world: {
      applications: [{ id: "5", permissions: permissions?.toString() }],
      guilds: [
        {
          name: "Reef",
          channels: [
            { id: "11", name: "Bridge", type: 2, connectedBots },
            { id: "12", name: "general" },
          ],
        },
      ],
    },
  });
  const set = (body: unknown, id = "11", caller: object = {}) =>
    askApi(world, "PUT", `/channels/${id}/voice-status`, body, caller);
  return { set, status: () => world.channels.byId("11")?.status };
}

test("a voice channel says what it is about, until that is taken away", async () => {
  const { set, status } = scene();
  expect(status()).toBeNull();
  expect(await set({ status: "🪸".repeat(500) })).toEqual({ status: 204 });
  expect(status()).toBe("🪸".repeat(500));
  await set({ status: null });
  expect(status()).toBeNull();
  await set({ status: "Reef" });
  await set({ status: "" });
  expect(status()).toBeNull();
  await set({ status: "Reef" });
  await set({});
  expect(status()).toBeNull();
});

describe("the bot", () => {
  it.each([
    ["with everything", undefined, false],
    ["that is an administrator", Administrator, false],
    ["that is connected", SetVoiceChannelStatus, true],
    ["that is not connected and manages channels", SetVoiceChannelStatus | ManageChannels, false],
  ])("%s may", async (_, permissions, isConnected) => {
    expect(await scene(permissions, isConnected).set({ status: "x" })).toEqual({ status: 204 });
  });

  it.each([
    ["that is not connected", SetVoiceChannelStatus, false],
    ["that only manages channels", ManageChannels, true],
    ["with nothing", 0n, true],
  ])("%s may not", async (_, permissions, isConnected) => {
    const { set, status } = scene(permissions, isConnected);
    await expect(set({ status: "x" })).rejects.toMatchObject({ status: 403, body: { code: 50_013 } });
    expect(status()).toBeNull();
  });
});

test.each([
  [{ status: "x".repeat(501) }, "BASE_TYPE_MAX_LENGTH"],
  [{ status: 5 }, "STRING_TYPE_CONVERT"],
])("%j is refused where it is wrong", async (body, code) => {
  await expect(scene().set(body)).rejects.toMatchObject({
    status: 400,
    body: { code: 50_035, errors: { status: { _errors: [{ code }] } } },
  });
});

test("a channel for texts has no such status", async () => {
  await expect(scene().set({ status: "x" }, "12")).rejects.toMatchObject({
    status: 400,
    body: { code: 50_024 },
  });
});

test("a player's token does not set it", async () => {
  const { set, status } = scene();
  const player = { bot: false, player: new World({}).players.first, scopes: "guilds bot" };
  await expect(set({ status: "x" }, "11", player)).rejects.toMatchObject({ status: 401, body: { code: 0 } });
  expect(status()).toBeNull();
});
