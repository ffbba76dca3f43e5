import type { ActivityInstance } from "../../wire/activity-instance.ts";
import type { ActivityFrames } from "../activity/frames.ts";
import type { FoundPlace } from "../player/place.ts";
import type { EmulatorApplication } from "../state/application.ts";
import type { World } from "../state/world.ts";
import type { ShownActivity, ShownInvitation } from "./model/activity-view.ts";

/** How many that run are listed. */
const shownActivities = 3;

/** Not only those launched here: the player on this page may have changed, and may be in another place. */
export function describeActivities(
  world: World,
  { application, player }: FoundPlace,
): readonly ShownActivity[] {
  const newest = world.activities.of(application.id).toReversed().slice(0, shownActivities);
  return newest.map((instance) => ({
    id: instance.instance_id,
    where: whereOf(world, instance),
    players: instance.users.map((user) => world.players.byId(user)?.name ?? user),
    isJoined: instance.users.includes(player.id),
  }));
}

function whereOf({ channels, guilds }: World, { location }: ActivityInstance): string {
  const guild = guilds.byId(location.guild_id ?? "");
  if (!guild) return "direct messages";
  return `#${channels.byId(location.channel_id)?.name ?? location.channel_id} of ${guild.name}`;
}

/** Who asks the player to join what runs, of whichever application, the newest last. */
export function describeInvitations(
  world: World,
  { invitations }: ActivityFrames,
  { player }: Pick<FoundPlace, "player">,
): readonly ShownInvitation[] {
  const open = invitations
    .to(player)
    .filter(({ applicationId, instanceId }) => world.activities.find(applicationId, instanceId));
  const newest = new Map(open.map((invitation) => [invitation.instanceId, invitation]));
  return [...newest.values()].map(({ applicationId, instanceId, from, content }) => ({
    activity: instanceId,
    application: { id: applicationId, name: world.application(applicationId)?.name ?? applicationId },
    from: from.name,
    text: content,
  }));
}

/** What a player does, as an Activity has set it; empty where none has. */
export function describeStatus(frames: ActivityFrames, playerId: string): string {
  const frame = frames.all.findLast(({ player, report }) => player.id === playerId && report.status);
  if (!frame) return "";
  const { type = 0, details, state } = frame.report.status ?? {};
  const lines = [details, state].filter((line) => line !== undefined).join(", ");
  return `${verbs[type] ?? "Playing"} ${frame.application.name}${lines === "" ? "" : `: ${lines}`}`;
}

/** Of each type of status that an application may set (Discord documentation, Gateway Events, "Activity Types"). */
const verbs: Readonly<Record<number, string>> = { 2: "Listening to", 3: "Watching", 5: "Competing in" };

/** Where the page of the application's Activity is, without a protocol; empty where it is nowhere. */
export function pageOf({ activity }: Pick<EmulatorApplication, "activity">): string {
  return activity?.mappings.find(({ prefix }) => prefix === "/")?.target ?? "";
}
