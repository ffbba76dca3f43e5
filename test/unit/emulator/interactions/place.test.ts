import { expect, test } from "vitest";
import { findPlace } from "../../../../src/emulator/interactions/place.ts";
import { World } from "../../../../src/emulator/world/world.ts";

const { players, applications } = new World({});
const [application] = applications;

test("the first player is in a direct message unless it is told otherwise", () => {
  const place = findPlace(players, application, {});
  expect(place).toMatchObject({ applicationId: application.id, player: { name: "Ada" }, guildId: undefined });
  expect(place.channelId).toMatch(/^\d+$/);
});

test("somebody new may be somewhere", () => {
  const place = findPlace(players, application, { player: "Barbara", guildId: 7n, channelId: "8" });
  expect(place).toMatchObject({ player: { name: "Barbara" }, guildId: "7", channelId: "8" });
  expect(players.all).toContain(place.player);
});

test.each([{ guildId: "here" }, { channelId: "here" }])("%j is nowhere", (place) => {
  expect(() => findPlace(players, application, place)).toThrow(
    expect.objectContaining({ code: "invalid_id" }),
  );
});
