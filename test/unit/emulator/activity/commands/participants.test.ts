import { expect, it } from "vitest";
import type { ActivityCall } from "../../../../../src/emulator/activity/command.ts";
import { getParticipants } from "../../../../../src/emulator/activity/commands/participants.ts";
import { World } from "../../../../../src/emulator/state/world.ts";

it("An Activity is told who takes part", () => {
  const world = new World({});
  const [ada] = world.players.all.map(({ id }) => id);
  const instance = world.activities.launch({ applicationId: "1", userId: ada ?? "", channelId: "8" });
  const call = { live: { world }, frame: { instance } } as ActivityCall;
  expect(getParticipants.run(call, undefined)).toMatchObject({
    participants: [{ id: ada, username: "ada" }],
  });
});
