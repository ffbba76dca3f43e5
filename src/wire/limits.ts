import type { CommandType } from "./command.ts";

/** The service's limits for commands, in code points (Application Commands Interface, "Limits"). */
export const limits = {
  /** Commands per type in one scope. */
  commandsByType: { 1: 100, 2: 15, 3: 15, 4: 1 } as Readonly<Record<CommandType, number>>,
  /** New commands per scope per day. Edits do not count. */
  createsPerDay: 200,
  /** Command and option names. */
  nameLength: 32,
  /** Descriptions, choice names, and string choice values. */
  textLength: 100,
  /** Options per command, subcommand or group. */
  options: 25,
  /** Choices per option, and autocomplete suggestions. */
  choices: 25,
  /**
   * The maximum length of a string choice value according to the service's published description. The documentation states {@link
   * textLength}.
   */
  choiceTextLength: 6000,
  /** The highest length limit that a string option can set. */
  optionTextLength: 6000,
  fileTypes: 10,
  /** The total length of a command's names, descriptions and values. */
  commandSize: 8000,
  /** A command's permission overwrites in a guild. */
  overwrites: 100,
  /** The `custom_id` of a component or modal (Discord documentation, Component Reference). */
  customIdLength: 100,
} as const;

/** Time limits for an interaction, in milliseconds (Discord documentation, Interactions, "Responding to an Interaction"). */
export const interactionLifetime = {
  /** The deadline for the first response. */
  firstAnswerMs: 3_000,
  /** How long the token can be used for follow-ups and edits. */
  tokenMs: 900_000,
  /** The number of follow-ups that a user-installed application can send (Application Commands Interface, "Limits"). */
  userInstalledFollowUps: 5,
} as const;

/** Requests per second for a bot. Requests with an interaction token do not count (Discord documentation, Rate Limits). */
export const requestsPerSecond = 50;

/** The service bans an IP address that receives this many 401, 403 or 429 responses (Discord documentation, Rate Limits). */
export const ban = { invalidRequests: 10_000, windowMs: 600_000 } as const;

/** The maximum length of a voice channel's status, in characters (Application Commands Interface, "Limits"). */
export const voiceStatusLength = 500;

/** A bot may request all members of a guild only once in this interval (Application Commands Interface, "Limits"). */
export const memberRequests = { everyMs: 30_000 } as const;

/** Limits for lobbies (Application Commands Interface, "Limits"; Discord documentation, Lobby; published description). */
export const lobbyLimits = {
  /** Members per request. */
  membersPerRequest: 25,
  /** Characters per metadata value. */
  metadataValueLength: 1024,
  /** Total characters in all metadata names and values. */
  metadataLength: 1000,
  additionalNameLength: 80,
} as const;

/**
 * Limits for application settings (Discord documentation, Application, "Application Object"; published description,
 * `ApplicationFormPartial`).
 */
export const applicationLimits = {
  descriptionLength: 400,
  tags: 5,
  tagLength: 20,
  urlLength: 2048,
  /** Bytes per image. Undocumented; assumed to match the limit for other uploads. */
  imageBytes: 10_485_760,
  maxParticipants: 2_147_483_647,
} as const;

/**
 * Limits for linked roles (Discord documentation, Application Role Connection Metadata; User, "Application Role Connection
 * Object").
 */
export const roleConnectionLimits = {
  /** Records per application. */
  metadata: 5,
  keyLength: 50,
  nameLength: 100,
  descriptionLength: 200,
  platformNameLength: 50,
  platformUsernameLength: 100,
  valueLength: 100,
} as const;

/** The maximum page sizes of lists, which are also the defaults (Discord documentation, User, Channel and Entitlement). */
export const pageSizes = {
  guilds: 200,
  threadMembers: 100,
  messages: 100,
  members: 1000,
  entitlements: 100,
  /** The default is 50 (Discord documentation, Subscription). */
  subscriptions: 100,
} as const;

/** How the service delivers events to the events URL (Discord documentation, Webhook Events, "Responding to Events"). */
export const eventDelivery = {
  /** Each delay is twice the previous one. The first delay is undocumented. */
  firstRetryMs: 1_000,
  retriesMs: 600_000,
} as const;

/** Limits for messages (Discord documentation, Message, "Create Message"; Reference, "Uploading Files"; Component Reference). */
export const messageLimits = {
  content: 2000,
  /** With a paid subscription. */
  paidContent: 4000,
  /** Total characters in all embeds. */
  embedCharacters: 6000,
  /** Rows in a message without `IsComponentsV2`. */
  rows: 5,
  /** Components, including nested ones. */
  components: 40,
  /** Components per row. */
  rowComponents: 5,
  /** Total characters in all text displays. */
  displayedText: 4000,
  files: 10,
  /** Bytes per file without a paid subscription. Each file is checked separately (Application Commands Interface, "Limits"). */
  fileBytes: 10_485_760,
} as const;

/** Limits for an embed: characters, and the number of fields (Discord documentation, Message, "Embed Limits"). */
export const embedLimits = {
  title: 256,
  description: 4096,
  fields: 25,
  fieldName: 256,
  fieldValue: 1024,
  footer: 2048,
  author: 256,
} as const;

/** Token and code lifetimes, in seconds (Discord documentation, OAuth2; Social SDK). */
export const lifetimes = {
  accessToken: 604_800,
  /** For a player without an account. One hour according to the SDK reference, one week according to its guide. */
  provisionalToken: 3_600,
  deviceCode: 300,
} as const;
