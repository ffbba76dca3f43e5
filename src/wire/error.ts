/** A problem with one field, at a leaf of the error tree. */
export interface ServiceFieldError {
  /** A word such as `BASE_TYPE_REQUIRED`. */
  readonly code: string;
  readonly message: string;
}

/** One fault in a field of a body. */
export interface FieldProblem {
  /** Names and indexes that lead to it. */
  readonly path: readonly string[];
  readonly error: ServiceFieldError;
}

/** Field names and array indexes down to lists of problems under `_errors` (Discord documentation, Reference, "Error Messages"). */
export interface ServiceErrorTree {
  readonly _errors?: readonly ServiceFieldError[];
  readonly [key: string]: ServiceErrorTree | readonly ServiceFieldError[] | undefined;
}

/** The body of a refusal (Discord documentation, Reference, "Error Messages"). */
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
 * The `code` in the body of a refusal, `errorCode` of the error (Discord documentation, Opcodes and Status Codes, "JSON"). Those that it does not
 * list say where they were seen. 0 stands where the status says it all.
 */
export const JsonErrorCode = {
  /** No such application, or it is another's. */
  UnknownApplication: 10_002,
  /** No such channel, or the credential does not see it. */
  UnknownChannel: 10_003,
  /** No such guild, or the bot is not in it. */
  UnknownGuild: 10_004,
  /** The user is not in the guild. */
  UnknownMember: 10_007,
  /** No such message, or it was deleted. */
  UnknownMessage: 10_008,
  /** No such user. */
  UnknownUser: 10_013,
  /** No such webhook; of an interaction: its 15 minutes are over. */
  UnknownWebhook: 10_015,
  /** No such SKU, or it is another application's. */
  UnknownSku: 10_027,
  /** No such entitlement, or it is another application's. */
  UnknownEntitlement: 10_029,
  /** No such lobby, or it ended. */
  UnknownLobby: 10_031,
  /** The interaction does not exist, or its first answer comes too late. */
  UnknownInteraction: 10_062,
  /** No such command in this scope. */
  UnknownCommand: 10_063,
  /** The command has no permission overwrites in the guild. */
  UnknownCommandPermissions: 10_066,
  /** The endpoint takes a user's token only. */
  BotsNotAllowed: 20_001,
  /** The credential is another application's. */
  WrongApplication: 20_012,
  /** The scope has as many commands of the type as it may have. */
  TooManyCommands: 30_032,
  /** 200 commands were created in a day. */
  DailyCreatesSpent: 30_034,
  /** The credential is missing or does not count here. */
  Unauthorized: 40_001,
  /** The body, or a file in it, is too large. */
  BodyTooLarge: 40_005,
  /** The entitlement is to a SKU that is not bought to be used up. */
  NotConsumable: 40_018,
  /** The entitlement was bought, and is no test entitlement. */
  NotTestEntitlement: 40_019,
  /** Another command of the type has the name. */
  CommandNameTaken: 40_041,
  /** The interaction has its first answer already. */
  InteractionAnswered: 40_060,
  /** An application that only the user has installed has sent its five follow-ups. */
  FollowUpsSpent: 40_094,
  /** The service's protection stopped the request before anything looked at it (Reference, "User Agent"). */
  Blocked: 40_333,
  /** The credential does not reach the guild or channel, or lacks the scope. */
  MissingAccess: 50_001,
  /** The message has nothing to show. */
  EmptyMessage: 50_006,
  /** The bot or user lacks a permission. */
  MissingPermissions: 50_013,
  /** The bot token is wrong, or was reset. */
  InvalidToken: 50_014,
  /** Channels of this type do not do that. */
  WrongChannelType: 50_024,
  /** The access token is over, revoked or wrong. */
  InvalidOAuthToken: 50_025,
  /** The access token lacks the scope. */
  MissingScope: 50_026,
  /** The token in the path is wrong; of an interaction: its 15 minutes are over. */
  InvalidWebhookToken: 50_027,
  /** A field breaks a rule: the error tree says which. */
  InvalidFormBody: 50_035,
  /** The path has a version that the service does not have. */
  InvalidApiVersion: 50_041,
  /** The body is no JSON. */
  InvalidJson: 50_109,
  /** A bulk overwrite would drop the entry point (observed answers). */
  EntryPointMissing: 50_240,
  /** The account, or the guild's settings, ask for two-factor authentication. */
  TwoFactorRequired: 60_003,
  /** A guild that has not been searched before is still being read. The status is 202, though nothing was found yet. */
  IndexNotReady: 110_000,
  /** The application cannot read the content of the message that it forwards. */
  UnreadableForward: 160_014,
  /** Automatic moderation blocked the message. */
  BlockedContent: 200_000,
  /** The external identity belongs to an account already (Discord Social SDK, Using Provisional Accounts). */
  AccountLinked: 530_010,
} as const;
export type JsonErrorCode = (typeof JsonErrorCode)[keyof typeof JsonErrorCode];
