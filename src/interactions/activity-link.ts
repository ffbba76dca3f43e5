import { fields } from "../core/check/fields.ts";
import {
  asItIs,
  countCharacters,
  isSnowflake,
  optional,
  parseSnowflake,
  textOf,
} from "../core/check/readers.ts";
import { defaultWebBase, parseBaseUrl } from "../core/request/addresses.ts";
import { shareLimits } from "../wire/activity-rpc.ts";
import type { Snowflake, SnowflakeInput } from "../wire/snowflake.ts";

/** Which Activity a link opens, and what it carries into it. */
export interface ActivityLinkOptions {
  /** Id of the Activity's application. Error: `invalid_id`. */
  readonly applicationId: SnowflakeInput;
  /** The player who shares the link. Error: `invalid_id`. */
  readonly referrerId?: SnowflakeInput | undefined;
  /** Anything that the game wants back, for example the name of a room: 1 to 64 characters, which everybody can read. */
  readonly customId?: string | undefined;
  /** The service's web pages. Default `https://discord.com`. */
  readonly webBase?: string | undefined;
}

/** What the link carried by which a player came. Anybody can write a link, so it proves nothing. */
export interface FollowedLink {
  /** The player who is said to have shared the link. */
  readonly referrerId?: Snowflake;
  /** The game's own part of the link: 1 to 64 characters. */
  readonly customId?: string;
}

interface CheckedLink extends ActivityLinkOptions {
  readonly applicationId: Snowflake;
  readonly referrerId?: Snowflake | undefined;
}

const readOptions = fields<CheckedLink>({
  applicationId: parseSnowflake,
  referrerId: optional(parseSnowflake),
  customId: optional(textOf({ most: shareLimits.linkId })),
  webBase: optional(asItIs<string>()),
});

/**
 * The link that opens an Activity for its reader, and hands both ids to its page (Discord documentation, Activities,
 * "Growth and Referrals"; the length of `customId` is that of `shareLink` in `@discord/embedded-app-sdk` 2.5.0).
 *
 * @throws ClientError `invalid_id`, `invalid_argument`, `invalid_base_url` or `unknown_option`.
 */
export function activityLink(options: ActivityLinkOptions): string {
  const { applicationId, referrerId, customId, webBase } = readOptions(options, "options");
  const url = new URL(`${parseBaseUrl(webBase ?? defaultWebBase, "webBase")}/activities/${applicationId}`);
  if (referrerId !== undefined) url.searchParams.set("referrer_id", referrerId);
  if (customId !== undefined) url.searchParams.set("custom_id", customId);
  return url.href;
}

const readAddress = textOf({ least: 0 });

/**
 * What the link carried by which a player came to the Activity. Ids that are not well-formed count as left out: a player may
 * have written them.
 *
 * @param address - of the Activity's page: `location.search` there, the `url` of its request on the server, or a whole link.
 * @throws ClientError `invalid_argument` for anything but a string.
 */
export function readActivityLink(address: string): FollowedLink {
  const text = readAddress(address, "address");
  const query = new URLSearchParams(text.slice(text.indexOf("?") + 1).replace(/#.*$/s, ""));
  const [referrerId, customId] = [query.get("referrer_id"), query.get("custom_id")];
  return {
    ...(isSnowflake(referrerId) && { referrerId }),
    ...(customId && countCharacters(customId, shareLimits.linkId) <= shareLimits.linkId && { customId }),
  };
}
