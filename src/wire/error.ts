/** An error in one field: a leaf of the error tree. */
export interface ServiceFieldError {
  /** A code such as `BASE_TYPE_REQUIRED`. */
  readonly code: string;
  readonly message: string;
}

export interface FieldProblem {
  readonly path: readonly string[];
  readonly error: ServiceFieldError;
}

/** Field names and array indexes down to lists of errors under `_errors` (Discord documentation, Reference, "Error Messages"). */
export interface ServiceErrorTree {
  readonly _errors?: readonly ServiceFieldError[];
  readonly [key: string]: ServiceErrorTree | readonly ServiceFieldError[] | undefined;
}

/** The body of an error response (Discord documentation, Reference, "Error Messages"). */
export interface ServiceError {
  readonly code: number;
  readonly message: string;
  readonly errors?: ServiceErrorTree;
}

/** The body of a 429 (Discord documentation, Rate Limits). */
export interface RateLimitedError {
  readonly message: string;
  /** Seconds, with a fraction. */
  readonly retry_after: number;
  readonly global: boolean;
  readonly code?: number;
}

/**
 * The `code` in an error response, or `errorCode` of the error (Discord documentation, Opcodes and Status Codes, "JSON").
 * Undocumented codes name their source. The code is 0 if the status is sufficient.
 */
export const JsonErrorCode = {
  /** Unknown application, or another developer's. */
  UnknownApplication: 10_002,
  /** Unknown channel, or not accessible with the credential. */
  UnknownChannel: 10_003,
  /** Unknown guild, or the bot is not in it. */
  UnknownGuild: 10_004,
  /** The user is not in the guild. */
  UnknownMember: 10_007,
  /** Unknown or deleted message. */
  UnknownMessage: 10_008,
  /** Unknown user. */
  UnknownUser: 10_013,
  /** Unknown webhook, or an interaction after its 15 minutes. */
  UnknownWebhook: 10_015,
  /** Unknown SKU, or another application's. */
  UnknownSku: 10_027,
  /** Unknown entitlement, or another application's. */
  UnknownEntitlement: 10_029,
  /** Unknown lobby, or it has ended. */
  UnknownLobby: 10_031,
  /** Unknown interaction, or its first response is too late. */
  UnknownInteraction: 10_062,
  /** Unknown command in this scope. */
  UnknownCommand: 10_063,
  /** The command has no permission overwrites in the guild. */
  UnknownCommandPermissions: 10_066,
  /** The endpoint accepts only user tokens. */
  BotsNotAllowed: 20_001,
  /** The credential belongs to another application. */
  WrongApplication: 20_012,
  /** The scope has too many commands of this type. */
  TooManyCommands: 30_032,
  /** 200 commands were created in a day. */
  DailyCreatesSpent: 30_034,
  /** The credential is missing or not valid here. */
  Unauthorized: 40_001,
  /** The body, or a file in it, is too large. */
  BodyTooLarge: 40_005,
  /** The entitlement's SKU is not consumable. */
  NotConsumable: 40_018,
  /** The entitlement was purchased. */
  NotTestEntitlement: 40_019,
  /** Another command of the same type has this name. */
  CommandNameTaken: 40_041,
  /** The interaction already has a first response. */
  InteractionAnswered: 40_060,
  /** A user-installed application has sent its five follow-ups. */
  FollowUpsSpent: 40_094,
  /** The service's protection blocked the request (Reference, "User Agent"). */
  Blocked: 40_333,
  /** The credential has no access to the guild or channel, or lacks the scope. */
  MissingAccess: 50_001,
  /** The message has no visible content. */
  EmptyMessage: 50_006,
  /** The bot or user lacks a permission. */
  MissingPermissions: 50_013,
  /** The bot token is invalid, or was reset. */
  InvalidToken: 50_014,
  /** Channels of this type do not support the operation. */
  WrongChannelType: 50_024,
  /** The access token is expired, revoked or invalid. */
  InvalidOAuthToken: 50_025,
  /** The access token lacks the scope. */
  MissingScope: 50_026,
  /** The token in the path is invalid, or an interaction's after its 15 minutes. */
  InvalidWebhookToken: 50_027,
  /** A field is invalid. See the error tree. */
  InvalidFormBody: 50_035,
  /** The path has an unsupported API version. */
  InvalidApiVersion: 50_041,
  /** The body is not valid JSON. */
  InvalidJson: 50_109,
  /** A bulk overwrite would drop the entry point (observed responses). */
  EntryPointMissing: 50_240,
  /** The account or guild requires two-factor authentication. */
  TwoFactorRequired: 60_003,
  /** The guild is being indexed for its first search. The status is 202. */
  IndexNotReady: 110_000,
  /** The application cannot read the message content that it forwards. */
  UnreadableForward: 160_014,
  /** Auto moderation blocked the message. */
  BlockedContent: 200_000,
  /** The external identity already belongs to an account (Discord Social SDK, Using Provisional Accounts). */
  AccountLinked: 530_010,
} as const;
export type JsonErrorCode = (typeof JsonErrorCode)[keyof typeof JsonErrorCode];
