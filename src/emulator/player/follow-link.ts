import { validationError } from "../../core/errors.ts";
import { type FollowedLink, readActivityLink } from "../../interactions/activity-link.ts";
import type { FoundPlace } from "./place.ts";

export interface Arrival extends FollowedLink {
  readonly instanceId: string;
}

/** @throws ClientError `unknown_activity` (ValidationError) for any other link. */
export function followLink(
  { world, application, player, guild, channel }: FoundPlace,
  link: string,
): Arrival {
  const [, named] = /\/activities\/(\d+)(?:[?#]|$)/.exec(link) ?? [];
  if (named !== application.id || !application.activities) {
    throw validationError(
      "unknown_activity",
      `The link opens no Activity of the application ${application.id}.`,
      application.activities
        ? "Make the link with activityLink and the id of this application."
        : "Enable Activities: set `activities: true`, or an `activity`.",
    );
  }
  const { instance_id: instanceId } = world.activities.launch({
    applicationId: application.id,
    userId: player.id,
    channelId: channel.id,
    guildId: guild?.id,
  });
  return { instanceId, ...readActivityLink(link) };
}
