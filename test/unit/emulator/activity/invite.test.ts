import { expect, it } from "vitest";
import type { ActivityCall } from "../../../../src/emulator/activity/command.ts";
import { invite, listOthers } from "../../../../src/emulator/activity/invite.ts";
import type { LiveWorld } from "../../../../src/emulator/oauth/live-world.ts";
import { openRoom } from "../../../setup/activity/open-room.ts";

it("Who can be invited is in the guild; outside of guilds it is everybody else", () => {
  const guilds = [{ id: "20", name: "Reef", members: [{ player: "Ada" }, { player: "Grace" }] }];
  const { join, frames, world } = openRoom({ guilds, players: ["Ada", "Grace", "Linus"] });
  const callOf = (frame = join()) => ({ frame, frames, live: { world } as LiveWorld }) as ActivityCall;
  expect(listOthers(callOf()).map(({ name }) => name)).toEqual(["Grace"]);
  const room = openRoom({ players: ["Ada", "Grace", "Linus"] }, null);
  const call = { frame: room.join(), frames: room.frames, live: { world: room.world } } as ActivityCall;
  const [grace] = listOthers(call);
  expect(listOthers(call).map(({ name }) => name)).toEqual(["Grace", "Linus"]);
  const player = grace ?? expect.unreachable();
  invite(call, player, { customId: "3", referrerId: "4" });
  expect(room.frames.invitations.to(player)).toMatchObject([{ customId: "3", referrerId: "4", content: "" }]);
});
