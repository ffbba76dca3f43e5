import { expect, test } from "vitest";
import { readWorldInit } from "../../../../src/emulator/state/world.ts";

test("reads a complete world", () => {
  const world = { applications: [{ name: "Reef" }], players: ["Ada"], guilds: [{ name: "Divers" }] };
  expect(readWorldInit(world, "world")).toEqual(world);
  expect(readWorldInit({}, "world")).toEqual({});
});

test.each([
  [{ aplications: [] }, "world.aplications does not exist. Did you mean world.applications?"],
  [{ applications: [{ secret: "x" }] }, "world.applications[0].secret does not exist."],
  [{ guilds: [{ name: "Reef" }, {}] }, "world.guilds[1].name is missing"],
])("rejects %j", (world, message) => {
  expect(() => readWorldInit(world, "world")).toThrow(message);
});
