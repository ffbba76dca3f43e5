import { expect, it } from "vitest";
import type { ActivityCall } from "../../../../src/emulator/activity/command.ts";
import { invite, listOthers } from "../../../../src/emulator/activity/commands/people.ts";
import type { LiveWorld } from "../../../../src/emulator/oauth/live-world.ts";
import { openRoom } from "../../../setup/activity/open-room.ts";

const callFrom = (parts: Partial<ActivityCall>) => parts as ActivityCall;

it("lists the other members of the guild, or all other players outside of guilds", () => {
  const guilds = [{ id: "20", name: "Reef", members: [{ player: "Ada" }, { player: "Grace" }] }];
  const { join, windows, world } = openRoom({ guilds, players: ["Ada", "Grace", "Linus"] });
  const callOf = (window = join()) => callFrom({ window, windows, live: { world } as LiveWorld });
  expect(listOthers(callOf()).map(({ name }) => name)).toEqual(["Grace"]);
  const room = openRoom({ players: ["Ada", "Grace", "Linus"] }, null);
  const call = callFrom({
    window: room.join(),
    windows: room.windows,
    live: { world: room.world } as LiveWorld,
  });
  const [grace] = listOthers(call);
  expect(listOthers(call).map(({ name }) => name)).toEqual(["Grace", "Linus"]);
  const player = grace ?? expect.unreachable();
  invite(call, player, { customId: "3", referrerId: "4" });
  expect(room.windows.invitations.to(player)).toMatchObject([
    { customId: "3", referrerId: "4", content: "" },
  ]);
});
