import { fields, type ForeignOptions, type Table } from "../core/check/fields.ts";
import {
  andThen,
  listOf,
  oneOf,
  optional,
  type Reader,
  textOf,
  whole,
  wrongArgument,
} from "../core/check/readers.ts";
import { validationError } from "../core/errors.ts";
import {
  activityLimits as limits,
  activityTypes,
  partyPrivacies,
  type PresenceData,
  statusDisplayTypes,
} from "../wire/presence.ts";

/** When the activity began or ends: a Date, or milliseconds since 1970. @experimental */
export type PresenceTime = Date | number;

/** The images next to the activity. @experimental */
export interface PresenceAssets {
  /** An asset's key in the developer portal, or an https URL: 1 to 313 characters. */
  readonly largeImage?: string | undefined;
  /** The text shown over the image: 2 to 128 characters. */
  readonly largeText?: string | undefined;
  /** The page that opens when the image is clicked: an http or https URL of up to 256 characters. */
  readonly largeUrl?: string | undefined;
  /** Like {@link PresenceAssets.largeImage}, for the small image in the corner. */
  readonly smallImage?: string | undefined;
  /** Like {@link PresenceAssets.largeText}. */
  readonly smallText?: string | undefined;
  /** Like {@link PresenceAssets.largeUrl}. */
  readonly smallUrl?: string | undefined;
}

/** The player's party. @experimental */
export interface PresenceParty {
  /** The party's id: 1 to 128 characters, the same for all members. */
  readonly id: string;
  /** The current and the maximum number of members. Whether Discord limits them is unknown. */
  readonly size?: readonly [current: number, maximum: number] | undefined;
  /** Whether others can join without asking. Default: Discord's, which is undocumented. */
  readonly privacy?: keyof typeof partyPrivacies | undefined;
}

/** A link below the activity. Players do not see the buttons of their own activity. @experimental */
export interface PresenceButton {
  /** 1 to 32 characters. */
  readonly label: string;
  /** An http or https URL of up to 512 characters. */
  readonly url: string;
}

/**
 * What the player is doing, as shown on their profile (Discord documentation, Gateway Events, "Activity Object"; the limits are
 * from discord-userdoccers, "Presence").
 *
 * @experimental
 */
export interface PresenceActivity {
  /** Default `playing`. */
  readonly type?: keyof typeof activityTypes | undefined;
  /** Replaces the application's name: 1 to 128 characters. */
  readonly name?: string | undefined;
  /** The first line: 2 to 128 characters. */
  readonly details?: string | undefined;
  /** The page that opens when `details` is clicked: an http or https URL of up to 256 characters. */
  readonly detailsUrl?: string | undefined;
  /** The second line, shown next to the party's size: 2 to 128 characters. */
  readonly state?: string | undefined;
  /** Like {@link PresenceActivity.detailsUrl}, for `state`. */
  readonly stateUrl?: string | undefined;
  /** Which text the member list shows. Default `name`. */
  readonly statusDisplay?: keyof typeof statusDisplayTypes | undefined;
  /** `start` shows the elapsed time, `end` the remaining time. */
  readonly timestamps?:
    | { readonly start?: PresenceTime | undefined; readonly end?: PresenceTime | undefined }
    | undefined;
  readonly assets?: PresenceAssets | undefined;
  readonly party?: PresenceParty | undefined;
  /**
   * `join` lets other players join: 1 to 128 characters. Discord passes it to the joining player's game, which receives it in the
   * `join` event. Requires a party with a size. Cannot be combined with buttons.
   */
  readonly secrets?: { readonly join: string } | undefined;
  /** At most two. */
  readonly buttons?: readonly PresenceButton[] | undefined;
}

/** Times are converted to milliseconds. */
type CheckedActivity = Omit<PresenceActivity, "timestamps"> & {
  readonly timestamps?: { readonly start?: number; readonly end?: number } | undefined;
};

const text = optional(textOf({ least: limits.shortestText, most: limits.text }));
const image = optional(textOf({ most: limits.image }));

function urlOf(most: number): Reader<string> {
  return andThen(textOf({ most }), (url, name) => {
    const protocol = URL.canParse(url) ? new URL(url).protocol : undefined;
    if (protocol === "https:" || protocol === "http:") return url;
    throw wrongArgument(name, url, "an http or https URL");
  });
}

const url = optional(urlOf(limits.url));

const time: Reader<number> = (value, name) => {
  const ms = value instanceof Date ? value.getTime() : value;
  if (Number.isSafeInteger(ms) && Number(ms) >= limits.earliestTimeMs) return Number(ms);
  const hint = "Pass a Date or, for example, Date.now(). Seconds are not accepted.";
  throw wrongArgument(name, value, "a Date, or milliseconds since 1970", { hint });
};

const oneMember = whole(1, Number.MAX_SAFE_INTEGER);

const partySize: Reader<readonly [number, number]> = (value, name) => {
  const [current = 0, maximum = 0, ...others] = listOf(oneMember)(value, name);
  if (others.length === 0 && current >= 1 && maximum >= current) return [current, maximum];
  throw wrongArgument(name, value, "a list of the current and the maximum size", {
    hint: "The current size must not exceed the maximum.",
  });
};

/** Option names that other libraries use, with a hint for each. */
const foreign: ForeignOptions = {
  starttimestamp: "Pass timestamps: { start }.",
  endtimestamp: "Pass timestamps: { end }.",
  largeimagekey: "Pass assets: { largeImage }.",
  largeimagetext: "Pass assets: { largeText }.",
  smallimagekey: "Pass assets: { smallImage }.",
  smallimagetext: "Pass assets: { smallText }.",
  partyid: "Pass party: { id, size: [current, maximum] }.",
  partysize: "Pass party: { id, size: [current, maximum] }.",
  partymax: "Pass party: { id, size: [current, maximum] }.",
  joinsecret: "Pass secrets: { join }.",
  statusdisplaytype: 'Pass statusDisplay: "name", "state" or "details".',
  instance: "Omit it: Discord ignores it.",
};

const table: Table<CheckedActivity> = {
  type: optional(oneOf(Object.keys(activityTypes) as (keyof typeof activityTypes)[])),
  name: optional(textOf({ most: limits.name })),
  details: text,
  detailsUrl: url,
  state: text,
  stateUrl: url,
  statusDisplay: optional(oneOf(Object.keys(statusDisplayTypes) as (keyof typeof statusDisplayTypes)[])),
  timestamps: optional(
    fields<NonNullable<CheckedActivity["timestamps"]>>({ start: optional(time), end: optional(time) }),
  ),
  assets: optional(
    fields<PresenceAssets>({
      largeImage: image,
      largeText: text,
      largeUrl: url,
      smallImage: image,
      smallText: text,
      smallUrl: url,
    }),
  ),
  party: optional(
    fields<PresenceParty>({
      id: textOf({ most: limits.partyId }),
      size: optional(partySize),
      privacy: optional(oneOf(Object.keys(partyPrivacies) as (keyof typeof partyPrivacies)[])),
    }),
  ),
  secrets: optional(fields<{ join: string }>({ join: textOf({ most: limits.secret }) })),
  buttons: optional(
    listOf(
      fields<PresenceButton>({
        label: textOf({ most: limits.buttonLabel }),
        url: urlOf(limits.buttonUrl),
      }),
      limits.buttons,
    ),
  ),
};

const readFields = fields<CheckedActivity>(table, "invalid_argument", foreign);

/** @throws ClientError `invalid_argument`, `unknown_option` (ValidationError). The message contains no secret. */
export const readActivity: Reader<PresenceData> = (value, name) => {
  const activity = readFields(value, name);
  refuseConflicts(activity, name);
  return toWire(activity);
};

function refuseConflicts({ timestamps, secrets, party, buttons }: CheckedActivity, name: string): void {
  if ((timestamps?.start ?? 0) > (timestamps?.end ?? Infinity)) {
    throw validationError(
      "invalid_argument",
      `${name}.timestamps.end is before ${name}.timestamps.start.`,
      "Pass an end after the start.",
    );
  }
  if (!secrets) return;
  if (!party?.size) {
    const hint =
      "Add party: { id, size: [current, maximum] }. Otherwise, Discord shows no button for joining.";
    throw validationError("invalid_argument", `${name}.secrets requires ${name}.party with a size.`, hint);
  }
  if (buttons && buttons.length > 0) {
    throw validationError(
      "invalid_argument",
      `${name}.secrets and ${name}.buttons cannot be combined.`,
      "Discord rejects both: omit one.",
    );
  }
}

function toWire(activity: CheckedActivity): PresenceData {
  const { type = "playing", name, details, state, statusDisplay, timestamps, assets, party } = activity;
  const { secrets, buttons } = activity;
  return {
    type: activityTypes[type],
    name,
    details,
    details_url: activity.detailsUrl,
    state,
    state_url: activity.stateUrl,
    status_display_type: statusDisplay && statusDisplayTypes[statusDisplay],
    timestamps,
    assets: assets && {
      large_image: assets.largeImage,
      large_text: assets.largeText,
      large_url: assets.largeUrl,
      small_image: assets.smallImage,
      small_text: assets.smallText,
      small_url: assets.smallUrl,
    },
    party: party && { ...party, privacy: party.privacy && partyPrivacies[party.privacy] },
    secrets,
    buttons: buttons && buttons.length > 0 ? buttons : undefined,
  };
}
