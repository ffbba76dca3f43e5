import { expect, it } from "vitest";
import { describeParticipants } from "../../../../src/emulator/activity/sdk-objects.ts";
import { World } from "../../../../src/emulator/state/world.ts";

it("describes participants with their nicknames and omits deleted users", () => {
  const members = [{ player: "Ada", nick: "The Countess" }, { player: "Grace" }];
  const world = new World({ world: { guilds: [{ id: "7", name: "Reef", members }] } });
  const users = [...world.players.all.map(({ id }) => id), "1"];
  const location = { id: "gc-7-8", kind: "gc", channel_id: "8", guild_id: "7" } as const;
  const instance = { application_id: "2", instance_id: "i", launch_id: "3", location, users };
  expect(describeParticipants(world, instance)).toEqual([
    expect.objectContaining({ username: "ada", global_name: "Ada", nickname: "The Countess", bot: false }),
    expect.not.objectContaining({ nickname: expect.anything() as unknown }),
  ]);
});
