import { expect, test } from "vitest";
import { joinActivity } from "../../../../src/emulator/interactions/join-activity.ts";
import { World } from "../../../../src/emulator/world/world.ts";

test("a player joins a running Activity of the application, and of no other", () => {
  const world = new World({ world: { applications: [{}, {}] } });
  const [application, other = expect.unreachable()] = world.applications;
  const launch = (applicationId: string) =>
    world.activities.launch({ applicationId, userId: "0", channelId: "8" }).instance_id;
  const own = launch(application.id);
  const player = world.players.findOrAdd("Barbara");
  expect(joinActivity(world, { application, player }, own).users).toEqual(["0", player.id]);
  for (const unknown of [launch(other.id), "i-0-pc-0"]) {
    expect(() => joinActivity(world, { application, player }, unknown)).toThrow(
      expect.objectContaining({ code: "unknown_activity", message: `No Activity runs under "${unknown}".` }),
    );
  }
});
