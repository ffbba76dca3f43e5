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

test("sets and removes the status of a voice channel", async () => {
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

describe("permission to set the voice status", () => {
  it.each([
    ["with everything", undefined, false],
    ["that is an administrator", Administrator, false],
    ["that is connected", SetVoiceChannelStatus, true],
    ["that is not connected and manages channels", SetVoiceChannelStatus | ManageChannels, false],
  ])("is granted to a bot %s", async (_, permissions, isConnected) => {
    expect(await scene(permissions, isConnected).set({ status: "x" })).toEqual({ status: 204 });
  });

  it.each([
    ["that is not connected", SetVoiceChannelStatus, false],
    ["that only manages channels", ManageChannels, true],
    ["with nothing", 0n, true],
  ])("is denied to a bot %s", async (_, permissions, isConnected) => {
    const { set, status } = scene(permissions, isConnected);
    await expect(set({ status: "x" })).rejects.toMatchObject({ status: 403, body: { code: 50_013 } });
    expect(status()).toBeNull();
  });
});

test.each([
  [{ status: "x".repeat(501) }, "BASE_TYPE_MAX_LENGTH"],
  [{ status: 5 }, "STRING_TYPE_CONVERT"],
])("rejects %j", async (body, code) => {
  await expect(scene().set(body)).rejects.toMatchObject({
    status: 400,
    body: { code: 50_035, errors: { status: { _errors: [{ code }] } } },
  });
});

test("rejects a text channel", async () => {
  await expect(scene().set({ status: "x" }, "12")).rejects.toMatchObject({
    status: 400,
    body: { code: 50_024 },
  });
});

test("rejects a player's token", async () => {
  const { set, status } = scene();
  const player = { bot: false, player: new World({}).players.first, scopes: "guilds bot" };
  await expect(set({ status: "x" }, "11", player)).rejects.toMatchObject({ status: 401, body: { code: 0 } });
  expect(status()).toBeNull();
});
