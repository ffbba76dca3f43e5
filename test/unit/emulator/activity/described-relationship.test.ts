import { expect, it } from "vitest";
import { describeRelationship } from "../../../../src/emulator/activity/described-relationship.ts";
import { openRoom } from "../../../setup/activity/open-room.ts";

it("A friend is online while they play, with what their Activity shows", () => {
  const { frames, join, world } = openRoom();
  const grace = world.players.findOrAdd("Grace");
  const user = expect.objectContaining({ id: grace.id, bot: false });
  expect(describeRelationship(frames, grace, false)).toEqual({ type: 0, user });
  const { report, application } = join("Grace");
  expect(describeRelationship(frames, grace, true)).toEqual({
    type: 1,
    user,
    presence: { status: "online", activity: null },
  });
  report.status = { details: "Level 3" };
  expect(describeRelationship(frames, grace, true).presence?.activity).toEqual({
    name: application.name,
    application_id: application.id,
    details: "Level 3",
  });
});
