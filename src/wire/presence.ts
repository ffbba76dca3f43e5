/**
 * The activity types that games can show (Discord documentation, RPC, "SET_ACTIVITY"; Gateway Events, "Activity Types").
 * The desktop client rejects streaming and custom statuses.
 */
export const activityTypes = { playing: 0, listening: 2, watching: 3, competing: 5 } as const;

/** Which text the member list shows (Discord documentation, Gateway Events, "Status Display Types"). */
export const statusDisplayTypes = { name: 0, state: 1, details: 2 } as const;

/** Whether players can ask to join a party (Discord Social SDK, `ActivityPartyPrivacy`). */
export const partyPrivacies = { private: 0, public: 1 } as const;

/**
 * Lengths are in characters. The limits are from discord-userdoccers, "Presence", except for the button limits, which are from
 * Discord's documentation, Gateway Events, "Activity Buttons", and the minimum string length, which is from the desktop client's
 * own error message (phin05/discord-rich-presence-plex#129).
 */
export const activityLimits = {
  name: 128,
  shortestText: 2,
  text: 128,
  url: 256,
  image: 313,
  partyId: 128,
  secret: 128,
  buttons: 2,
  buttonLabel: 32,
  buttonUrl: 512,
  /** March 1973 in milliseconds. The desktop client interprets smaller numbers as seconds (JnCrMx/discord-game-sdk4j#69). */
  earliestTimeMs: 100_000_000_000,
} as const;

/** At most this many updates per period (Discord documentation, Game SDK, "UpdateActivity"). */
export const activityUpdateLimit = { updates: 5, periodMs: 20_000 } as const;

/** An activity in the desktop client's `SET_ACTIVITY` command (Discord documentation, RPC). */
export interface PresenceData {
  readonly type: number;
  readonly name?: string | undefined;
  readonly details?: string | undefined;
  readonly details_url?: string | undefined;
  readonly state?: string | undefined;
  readonly state_url?: string | undefined;
  readonly status_display_type?: number | undefined;
  readonly timestamps?: PresenceTimestamps | undefined;
  readonly assets?: PresenceAssetsData | undefined;
  readonly party?: PresencePartyData | undefined;
  readonly secrets?: { readonly join: string } | undefined;
  readonly buttons?: readonly { readonly label: string; readonly url: string }[] | undefined;
}

/** In milliseconds since 1970. */
interface PresenceTimestamps {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

/** Images and the texts shown over them. */
interface PresenceAssetsData {
  readonly large_image?: string | undefined;
  readonly large_text?: string | undefined;
  readonly large_url?: string | undefined;
  readonly small_image?: string | undefined;
  readonly small_text?: string | undefined;
  readonly small_url?: string | undefined;
}

/** `privacy`: 0 for private, 1 for public. */
interface PresencePartyData {
  readonly id: string;
  readonly size?: readonly [current: number, maximum: number] | undefined;
  readonly privacy?: number | undefined;
}

/** Sent when the player joins a party. The data contains the party's secret (Discord documentation, RPC, "ACTIVITY_JOIN"). */
export const joinEvent = "ACTIVITY_JOIN";

/** Sent when another player asks to join. The data contains the user (Discord documentation, RPC, "ACTIVITY_JOIN_REQUEST"). */
export const joinRequestEvent = "ACTIVITY_JOIN_REQUEST";

/**
 * The commands that answer a join request. Discord's documentation calls the second one `CLOSE_ACTIVITY_REQUEST`, but the
 * desktop client does not recognize that name (discord/discord-rpc, `JsonWriteJoinReply`).
 */
export const joinAnswers = {
  accept: "SEND_ACTIVITY_JOIN_INVITE",
  decline: "CLOSE_ACTIVITY_JOIN_REQUEST",
} as const;
