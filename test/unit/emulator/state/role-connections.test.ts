import { expect, test } from "vitest";
import { RoleConnections } from "../../../../src/emulator/state/role-connections.ts";

test("replaces the previous role connection of a player", () => {
  const connections = new RoleConnections();
  expect(connections.of("1")).toEqual({ platform_username: null, metadata: {} });
  connections.set("1", { platform_name: "Reef", metadata: { level: "12" } });
  expect(connections.of("1")).toEqual({
    platform_name: "Reef",
    platform_username: null,
    metadata: { level: "12" },
  });
  connections.set("1", { platform_username: "ada" });
  expect(connections.of("1")).toEqual({ platform_username: "ada", metadata: {} });
  expect(connections.of("2")).toEqual({ platform_username: null, metadata: {} });
});
