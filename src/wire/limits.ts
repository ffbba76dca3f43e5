import type { CommandType } from "./command.ts";

/** The service's limits for commands (Application Commands Interface, "Limits"). Lengths are code points. */
export const limits = {
  /** Commands of each type in one scope. */
  commandsByType: { 1: 100, 2: 15, 3: 15, 4: 1 } as Readonly<Record<CommandType, number>>,
  /** New commands per scope and day; edits do not count. */
  createsPerDay: 200,
  /** Names of commands and options. */
  nameLength: 32,
  /** Descriptions, names of choices, and values of choices that are texts. */
  textLength: 100,
  /** Options of a command, subcommand or group. */
  options: 25,
  /** Choices of an option, and suggestions of an autocomplete. */
  choices: 25,
  /** A choice's text in the service's published description; its documentation says {@link textLength}. */
  choiceTextLength: 6000,
  /** Bounds of a text option. */
  optionTextLength: 6000,
  fileTypes: 10,
  /** All names, descriptions and values of a command together. */
  commandSize: 8000,
  /** Permission overwrites of a command in a guild. */
  overwrites: 100,
  /** Names that components and forms are found by (Discord documentation, Component Reference). */
  customIdLength: 100,
} as const;

/** How long an interaction lives, in milliseconds (Discord documentation, Interactions, "Responding to an Interaction"). */
export const interactionLife = {
  /** Until the first answer must be there. */
  firstAnswerMs: 3_000,
  /** How long its token is good for follow-ups and edits. */
  tokenMs: 900_000,
  /** Messages after the first answer, where only the user has installed the application (Application Commands Interface, "Limits"). */
  userInstalledFollowUps: 5,
} as const;

/**
 * The requests of one bot in a second, of any kind; requests authorized by the token of an interaction are not counted (Discord
 * documentation, Rate Limits).
 */
export const requestsPerSecond = 50;

/** The service bans an address for so many requests that it refused with 401, 403 or 429 (Discord documentation, Rate Limits). */
export const ban = { invalidRequests: 10_000, windowMs: 600_000 } as const;

/** Characters of a voice channel's status (Application Commands Interface, "Limits"). */
export const voiceStatusLength = 500;

/** The gateway's limit for requests for all members: one per guild and bot in so many milliseconds (Application Commands Interface, "Limits"). */
export const memberRequests = { everyMs: 30_000 } as const;

/** The service's limits for lobbies (Application Commands Interface, "Limits"; Discord documentation, Lobby; published description). */
export const lobbyLimits = {
  /** Members in one request. */
  membersPerRequest: 25,
  /** Characters of one value of the metadata. */
  metadataValueLength: 1024,
  /** Characters of all names and values of the metadata together. */
  metadataLength: 1000,
  additionalNameLength: 80,
} as const;

/**
 * The service's limits for the settings of an application (Discord documentation, Application, "Application Object"; published
 * description, `ApplicationFormPartial`).
 */
export const applicationLimits = {
  descriptionLength: 400,
  tags: 5,
  tagLength: 20,
  urlLength: 2048,
  /** Bytes of a picture. The service documents no number: it is that of other uploads. */
  imageBytes: 10_485_760,
  mostParticipants: 2_147_483_647,
} as const;

/** The service's limits for linked roles (Discord documentation, Application Role Connection Metadata; User, "Application Role Connection Object"). */
export const roleConnectionLimits = {
  /** Records of one application. */
  metadata: 5,
  keyLength: 50,
  nameLength: 100,
  descriptionLength: 200,
  platformNameLength: 50,
  platformUsernameLength: 100,
  valueLength: 100,
} as const;

/** How many items one page of a list has at most, and by default (Discord documentation, User, Channel and Entitlement). */
export const pageSizes = {
  guilds: 200,
  threadMembers: 100,
  messages: 100,
  members: 1000,
  entitlements: 100,
  /** By default 50 (Discord documentation, Subscription). */
  subscriptions: 100,
} as const;

/** How long the service tries to deliver an event to the events URL (Discord documentation, Webhook Events, "Responding to Events"). */
export const eventDelivery = {
  /** Each pause is twice as long as the one before. How long the first one is, is not documented. */
  firstRetryMs: 1_000,
  retriesMs: 600_000,
} as const;

/** The service's limits for messages (Discord documentation, Message, "Create Message"; Reference, "Uploading Files"; Component Reference). */
export const messageLimits = {
  content: 2000,
  /** Of a player who pays for more. */
  paidContent: 4000,
  /** All texts of all embeds together. */
  embedCharacters: 6000,
  /** Rows of a message that consists of more than components. */
  rows: 5,
  /** Components, those inside of others too. */
  components: 40,
  /** Components of one row. */
  rowComponents: 5,
  /** All texts of text displays together, and so each. */
  displayedText: 4000,
  files: 10,
  /** Bytes of one file, where nobody pays for more. Each is checked alone (Application Commands Interface, "Limits"). */
  fileBytes: 10_485_760,
} as const;

/** Characters and fields of an embed (Discord documentation, Message, "Embed Limits"). */
export const embedLimits = {
  title: 256,
  description: 4096,
  fields: 25,
  fieldName: 256,
  fieldValue: 1024,
  footer: 2048,
  author: 256,
} as const;

/** How long the service's tokens and codes live, in seconds (Discord documentation, OAuth2; Social SDK). */
export const lifetimes = {
  accessToken: 604_800,
  /** Of a player without an account: the SDK says an hour, its guide a week. */
  provisionalToken: 3_600,
  deviceCode: 300,
} as const;
