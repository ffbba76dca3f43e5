/** The opcodes of messages between an Activity and its host (`@discord/embedded-app-sdk` 2.5.0, `Opcodes`). */
export const ActivityOpcode = {
  /** The first message, sent by the Activity: version, application, frame. */
  Handshake: 0,
  Frame: 1,
  /** Sent by either side, with the reason for closing. */
  Close: 2,
  /** Sent to old Activities; ignored by current ones. */
  Hello: 3,
} as const;
export type ActivityOpcode = (typeof ActivityOpcode)[keyof typeof ActivityOpcode];

/** A message between an Activity and its host. */
export type ActivityMessage = readonly [opcode: number, payload: unknown];

/** The events that an Activity can subscribe to, with the required scopes (Discord documentation, Embedded App SDK Reference). */
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

/** The name of an event that an Activity can subscribe to. @stable */
export type ActivityEventName = keyof typeof activityEventScopes;

/** An Activity's layout modes (`@discord/embedded-app-sdk` 2.5.0, `LayoutModeTypeObject`). */
export const layoutModes = { focused: 0, pip: 1, grid: 2 } as const;
/** The name of a layout mode. @stable */
export type LayoutMode = keyof typeof layoutModes;

/** The screen orientations (`@discord/embedded-app-sdk` 2.5.0, `OrientationTypeObject`). */
export const orientations = { portrait: 0, landscape: 1 } as const;
/** The name of a screen orientation. @stable */
export type Orientation = keyof typeof orientations;

/** An Activity's orientation locks (`@discord/embedded-app-sdk` 2.5.0, `OrientationLockStateTypeObject`). */
export const orientationLocks = { unlocked: 1, portrait: 2, landscape: 3 } as const;

/** The device's thermal states (`@discord/embedded-app-sdk` 2.5.0, `ThermalStateTypeObject`). */
export const thermalStates = { nominal: 0, fair: 1, serious: 2, critical: 3 } as const;
/** The name of a thermal state. @stable */
export type ThermalState = keyof typeof thermalStates;

/** The relationship types that the emulator supports (Discord documentation, Relationship). */
export const RelationshipType = { None: 0, Friend: 1 } as const;

/** The maximum lengths of shared content, in characters (`@discord/embedded-app-sdk` 2.5.0). */
export const shareLimits = { message: 1000, linkId: 64, mediaUrl: 1024 } as const;
