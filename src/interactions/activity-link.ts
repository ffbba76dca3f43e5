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

/** Options for `activityLink`. @stable */
export interface ActivityLinkOptions {
  /** The Activity's application. Error: `invalid_id`. */
  readonly applicationId: SnowflakeInput;
  /** The player who shares the link. Error: `invalid_id`. */
  readonly referrerId?: SnowflakeInput | undefined;
  /** Custom data, for example a match id: 1 to 64 characters. It is public. */
  readonly customId?: string | undefined;
  /** The base URL of Discord's website. Default `https://discord.com`. */
  readonly webBase?: string | undefined;
}

/** The parameters of the link that opened the Activity. Anyone can create a link, so do not trust them. @stable */
export interface FollowedLink {
  /** The player who supposedly shared the link. */
  readonly referrerId?: Snowflake;
  /** The game's custom data: 1 to 64 characters. */
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
 * Creates a link that opens an Activity and passes `referrerId` and `customId` to the Activity's page (Discord documentation,
 * Activities, "Growth and Referrals"). `customId` has the same maximum length as in `shareLink` (`@discord/embedded-app-sdk`
 * 2.5.0).
 *
 * @stable
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
 * Reads the parameters of the link that opened the Activity. Malformed ids are ignored, because players can edit the link.
 *
 * @stable
 * @param address - `location.search` in the Activity's page, the `url` of the page's request on the server, or a complete link.
 * @throws ClientError `invalid_argument` unless `address` is a string.
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
