import { expect, it } from "vitest";
import { type Invitation, Invitations } from "../../../../src/emulator/activity/invitations.ts";
import { openRoom } from "../../../setup/activity/open-room.ts";

it("keeps invitations until the player joins, then removes all to the same instance", () => {
  const { world } = openRoom();
  const [ada, grace] = [world.players.findOrAdd("Ada"), world.players.findOrAdd("Grace")];
  const invite = (instanceId: string, content: string): Invitation => {
    return { from: ada, to: grace, applicationId: "1", instanceId, content };
  };
  const invitations = new Invitations();
  const [first, second, other] = [invite("a", "1"), invite("a", "2"), invite("b", "3")];
  for (const one of [first, second, other]) invitations.send(one);
  expect([invitations.to(grace), invitations.to(ada)]).toEqual([[first, second, other], []]);
  expect(invitations.take(ada, "a")).toBeUndefined();
  expect(invitations.take(grace, "a")).toBe(second);
  expect(invitations.to(grace)).toEqual([other]);
});

it("passes the link's data and the inviter to the Activity when the player accepts", async () => {
  const { windows, join, play, world } = openRoom();
  const { player: from, instance, application } = join("Ada");
  const to = world.players.findOrAdd("Grace");
  const where = { applicationId: application.id, instanceId: instance.instance_id };
  windows.invitations.send({
    from,
    to,
    content: "",
    customId: "level-3",
    referrerId: from.id,
    secret: "s3cret",
    ...where,
  });
  const { window, page } = await play(undefined, "Grace");
  expect([window.customId, window.referrerId]).toEqual(["level-3", from.id]);
  expect(window.query.get("custom_id")).toBe("level-3");
  await page.run("SUBSCRIBE", undefined, "ACTIVITY_JOIN");
  await page.run("SUBSCRIBE", undefined, "ACTIVITY_JOIN");
  expect(page.heard("ACTIVITY_JOIN")).toEqual([{ applicationId: application.id, secret: "s3cret" }]);
});
