import type { EntitlementData } from "../../wire/entitlement.ts";
import type { GuildMemberData } from "../../wire/guild-member.ts";
import type { Happening } from "../state/world-events.ts";
import type { World } from "../state/world.ts";
import { describeEntitlementForActivity } from "./described-entitlement.ts";
import { describeRpcUser } from "./described-participant.ts";
import { describeRelationship } from "./described-relationship.ts";
import type { ActivityFrames } from "./frames.ts";

/** Lets Activities hear what becomes of their players. */
export function tellFrames(world: World, frames: ActivityFrames): void {
  world.happenings.listen((happening) => tellOfHappening(frames, happening));
  world.players.renamed.listen((player) => {
    for (const frame of frames.ofPlayer(player.id))
      frame.dispatch("CURRENT_USER_UPDATE", describeRpcUser(player));
  });
  world.friendships.changes.listen(({ players: [one, other], areFriends }) => {
    for (const [player, friend] of [[one, other] as const, [other, one] as const])
      for (const frame of frames.ofPlayer(player.id))
        frame.dispatch("RELATIONSHIP_UPDATE", describeRelationship(frames, friend, areFriends));
  });
  world.enrollments.listen(({ application, quest, progress: { player, enrolledAt } }) => {
    // The SDK takes a day here, and no time of it.
    const enrolled_at = enrolledAt.slice(0, 10);
    const data = { quest_id: quest.id, is_enrolled: true, enrolled_at };
    for (const frame of frames.all)
      if (frame.application === application && frame.player.name === player)
        frame.dispatch("QUEST_ENROLLMENT_STATUS_UPDATE", data);
  });
}

function tellOfHappening(frames: ActivityFrames, { name, data, applicationId }: Happening): void {
  if (name === "APPLICATION_DEAUTHORIZED") revoke(frames, data.user.id, applicationId);
  if (name === "ENTITLEMENT_CREATE") tellOfEntitlement(frames, data);
  if (name === "GUILD_MEMBER_UPDATE") tellOfMember(frames, data);
}

/** What the player has taken back is over for every window. */
function revoke(frames: ActivityFrames, playerId: string, applicationId: string | undefined): void {
  for (const frame of frames.ofPlayer(playerId)) if (frame.application.id === applicationId) frame.revoke();
}

function tellOfEntitlement(frames: ActivityFrames, data: EntitlementData): void {
  const entitlement = describeEntitlementForActivity(data);
  for (const frame of frames.ofPlayer(data.user_id ?? ""))
    if (frame.application.id === data.application_id) frame.dispatch("ENTITLEMENT_CREATE", { entitlement });
}

/** A member as an Activity sees it (`@discord/embedded-app-sdk` 2.5.0, `GuildMemberRPC`). */
function tellOfMember(frames: ActivityFrames, { guild_id, user, nick }: GuildMemberData): void {
  const data = { user_id: user.id, nick, guild_id };
  for (const frame of frames.ofPlayer(user.id))
    frame.dispatch("CURRENT_GUILD_MEMBER_UPDATE", data, { guild_id });
}
