/** The first part of each message between an Activity and its host (`@discord/embedded-app-sdk` 2.5.0, `Opcodes`). */
export const ActivityOpcode = {
  /** The first message of an Activity: version, application, frame. */
  Handshake: 0,
  /** A command, its answer, or an event. */
  Frame: 1,
  /** Why it is over, from either side. */
  Close: 2,
  /** Sent to Activities of old; today's take no notice. */
  Hello: 3,
} as const;
export type ActivityOpcode = (typeof ActivityOpcode)[keyof typeof ActivityOpcode];

/** A message between an Activity and its host. */
export type ActivityMessage = readonly [opcode: number, payload: unknown];

/**
 * The events that an Activity can subscribe to, and the scopes that its token must have (Discord documentation, Embedded App SDK
 * Reference).
 */
export const activityEventScopes = {
  VOICE_STATE_UPDATE: ["rpc.voice.read"],
  SPEAKING_START: ["rpc.voice.read"],
  SPEAKING_STOP: ["rpc.voice.read"],
  ACTIVITY_LAYOUT_MODE_UPDATE: [],
  ORIENTATION_UPDATE: [],
  CURRENT_USER_UPDATE: ["identify"],
  CURRENT_GUILD_MEMBER_UPDATE: ["identify", "guilds.members.read"],
  ENTITLEMENT_CREATE: [],
  THERMAL_STATE_UPDATE: [],
  ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE: [],
  RELATIONSHIP_UPDATE: ["relationships.read"],
  ACTIVITY_JOIN: [],
  QUEST_ENROLLMENT_STATUS_UPDATE: [],
} as const;

/** The name of an event that an Activity can subscribe to. */
export type ActivityEventName = keyof typeof activityEventScopes;

/** How large an Activity is shown (`@discord/embedded-app-sdk` 2.5.0, `LayoutModeTypeObject`). */
export const layoutModes = { focused: 0, pip: 1, grid: 2 } as const;
/** How large an Activity is shown, by name. */
export type LayoutMode = keyof typeof layoutModes;

/** How the screen is held (`@discord/embedded-app-sdk` 2.5.0, `OrientationTypeObject`). */
export const orientations = { portrait: 0, landscape: 1 } as const;
/** How the screen is held, by name. */
export type Orientation = keyof typeof orientations;

/** How an Activity may be held (`@discord/embedded-app-sdk` 2.5.0, `OrientationLockStateTypeObject`). */
export const orientationLocks = { unlocked: 1, portrait: 2, landscape: 3 } as const;

/** How hot the device is (`@discord/embedded-app-sdk` 2.5.0, `ThermalStateTypeObject`). */
export const thermalStates = { nominal: 0, fair: 1, serious: 2, critical: 3 } as const;
/** How hot the device is, by name. */
export type ThermalState = keyof typeof thermalStates;

/** The relationship of two players, as far as the emulator knows (Discord documentation, Relationship). */
export const RelationshipType = { None: 0, Friend: 1 } as const;

/** The limits of a shared message, link and medium, in characters (`@discord/embedded-app-sdk` 2.5.0). */
export const shareLimits = { message: 1000, linkId: 64, mediaUrl: 1024 } as const;
