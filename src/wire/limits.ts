import type { CommandType } from "./command.ts";

/** The service's limits for commands (Application Commands Interface, "Limits"), in code points. */
export const limits = {
  /** Commands per type in one scope. */
  commandsByType: { 1: 100, 2: 15, 3: 15, 4: 1 } as Readonly<Record<CommandType, number>>,
  /** New commands per scope and day. Edits do not count. */
  createsPerDay: 200,
  /** The names of commands and options. */
  nameLength: 32,
  /** Descriptions, choice names, and string values of choices. */
  textLength: 100,
  /** Options of a command, subcommand or group. */
  options: 25,
  /** Choices of an option, and suggestions of autocomplete. */
  choices: 25,
  /** For string values, in the service's published description; the documentation has {@link textLength}. */
  choiceTextLength: 6000,
  /** The bounds of a string option. */
  optionTextLength: 6000,
  fileTypes: 10,
  /** All names, descriptions and values of a command together. */
  commandSize: 8000,
  /** Permission overwrites of a command in a guild. */
  overwrites: 100,
  /** The `custom_id` of components and modals (Discord documentation, Component Reference). */
  customIdLength: 100,
} as const;

/** The lifetime of an interaction, in milliseconds (Discord documentation, Interactions, "Responding to an Interaction"). */
export const interactionLifetime = {
  /** The time limit for the first response. */
  firstAnswerMs: 3_000,
  /** The lifetime of its token for follow-ups and edits. */
  tokenMs: 900_000,
  /** Follow-ups for a user-installed application (Application Commands Interface, "Limits"). */
  userInstalledFollowUps: 5,
} as const;

/**
 * A bot's rate limit per second, for all requests except those with an interaction token (Discord documentation, Rate Limits).
 */
export const requestsPerSecond = 50;

/** The service bans an IP address after this number of responses with 401, 403 or 429 (Discord documentation, Rate Limits). */
export const ban = { invalidRequests: 10_000, windowMs: 600_000 } as const;

/** The length of a voice channel's status, in characters (Application Commands Interface, "Limits"). */
export const voiceStatusLength = 500;

/** The rate limit for requests for all members: one per guild and bot (Application Commands Interface, "Limits"). */
export const memberRequests = { everyMs: 30_000 } as const;

/** Limits for lobbies (Application Commands Interface, "Limits"; Discord documentation, Lobby; published description). */
export const lobbyLimits = {
  /** Members per request. */
  membersPerRequest: 25,
  /** Characters of one metadata value. */
  metadataValueLength: 1024,
  /** Characters of all metadata names and values together. */
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
  /** Bytes of an image. Not documented; the limit of other uploads. */
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

/** The maximum and default page sizes of lists (Discord documentation, User, Channel and Entitlement). */
export const pageSizes = {
  guilds: 200,
  threadMembers: 100,
  messages: 100,
  members: 1000,
  entitlements: 100,
  /** The default is 50 (Discord documentation, Subscription). */
  subscriptions: 100,
} as const;

/** The delivery of events to the events URL (Discord documentation, Webhook Events, "Responding to Events"). */
export const eventDelivery = {
  /** Each delay doubles the previous one. The first is not documented. */
  firstRetryMs: 1_000,
  retriesMs: 600_000,
} as const;

/** Limits for messages (Discord documentation, Message, "Create Message"; Reference, "Uploading Files"; Component Reference). */
export const messageLimits = {
  content: 2000,
  /** With a paid subscription. */
  paidContent: 4000,
  /** All texts of all embeds together. */
  embedCharacters: 6000,
  /** Rows of a message without `IsComponentsV2`. */
  rows: 5,
  /** Components, including nested ones. */
  components: 40,
  /** Components per row. */
  rowComponents: 5,
  /** All texts of text displays together. */
  displayedText: 4000,
  files: 10,
  /** Bytes per file without a paid subscription, checked separately (Application Commands Interface, "Limits"). */
  fileBytes: 10_485_760,
} as const;

/** The limits of an embed: characters, and the number of fields (Discord documentation, Message, "Embed Limits"). */
export const embedLimits = {
  title: 256,
  description: 4096,
  fields: 25,
  fieldName: 256,
  fieldValue: 1024,
  footer: 2048,
  author: 256,
} as const;

/** The lifetimes of tokens and codes, in seconds (Discord documentation, OAuth2; Social SDK). */
export const lifetimes = {
  accessToken: 604_800,
  /** For a player without an account. One hour in the SDK, one week in its guide. */
  provisionalToken: 3_600,
  deviceCode: 300,
} as const;
