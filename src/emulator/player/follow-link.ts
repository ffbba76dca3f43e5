import { validationError } from "../../core/errors.ts";
import { type FollowedLink, readActivityLink } from "../../interactions/activity-link.ts";
import type { FoundPlace } from "./place.ts";

/** The Activity that a link has opened, and what it hands to the page. */
export interface Arrival extends FollowedLink {
  readonly instanceId: string;
}

/**
 * Follows a link to an Activity: it is launched where the player is, or joined where it runs there already.
 *
 * @throws ClientError `unknown_activity` (ValidationError) for a link to anything else than the Activity of the application.
 */
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
