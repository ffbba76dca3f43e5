import { expect, test } from "vitest";
import { joinActivity } from "../../../../src/emulator/interactions/join-activity.ts";
import { World } from "../../../../src/emulator/world/world.ts";

test("a player joins a running Activity of the first application; the first player when none is named", () => {
  const world = new World({ world: { applications: [{}, {}] } });
  const launch = (index: number) => {
    const applicationId = world.applications[index]?.id ?? expect.unreachable();
    return world.activities.launch({ applicationId, userId: "0", channelId: "8" }).instance_id;
  };
  const own = launch(0);
  joinActivity(world, own);
  const { users } = joinActivity(world, own, "Barbara");
  expect(users.slice(1).map((id) => world.players.byId(id)?.name)).toEqual(["Ada", "Barbara"]);
  for (const unknown of [launch(1), "i-0-pc-0"]) {
    expect(() => joinActivity(world, unknown)).toThrow(
      expect.objectContaining({ code: "unknown_activity", message: `No Activity runs under "${unknown}".` }),
    );
  }
});
