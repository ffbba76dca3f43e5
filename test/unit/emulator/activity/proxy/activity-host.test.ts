import { expect, it } from "vitest";
import { findByHost, isActivityHost } from "../../../../../src/emulator/activity/proxy/activity-host.ts";
import { World } from "../../../../../src/emulator/state/world.ts";

it("finds the application by the id in its hostname regardless of the port", () => {
  const world = new World({});
  const [application] = world.applications;
  for (const host of [`${application.id}.localhost`, `${application.id}.LOCALHOST:8080`]) {
    expect(isActivityHost(host)).toBe(true);
    expect(findByHost(world, host)).toBe(application);
  }
  for (const host of ["localhost:8080", `${application.id}.localhost.example`, ""]) {
    expect(isActivityHost(host)).toBe(false);
    expect(findByHost(world, host)).toBeUndefined();
  }
  expect(findByHost(world, "5.localhost")).toBeUndefined();
});
