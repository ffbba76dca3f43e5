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

/**
 * Nested field names and array indexes that lead to lists of errors under `_errors` (Discord documentation, Reference, "Error
 * Messages").
 */
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

/** The body of a 429 response (Discord documentation, Rate Limits). */
export interface RateLimitedError {
  readonly message: string;
  /** In seconds; may be fractional. */
  readonly retry_after: number;
  readonly global: boolean;
  readonly code?: number;
}

/**
 * The `code` in an error response, which is also the error's `errorCode` (Discord documentation, Opcodes and Status Codes,
 * "JSON"). A source is given for each undocumented code. The code is 0 if the HTTP status alone describes the error.
 *
 * @stable
 */
export const JsonErrorCode = {
  /** The application does not exist, or belongs to another developer. */
  UnknownApplication: 10_002,
  /** The channel does not exist, or the credential has no access to it. */
  UnknownChannel: 10_003,
  /** The guild does not exist, or the bot is not in it. */
  UnknownGuild: 10_004,
  UnknownMember: 10_007,
  UnknownMessage: 10_008,
  UnknownUser: 10_013,
  /** The webhook does not exist, or the interaction expired after 15 minutes. */
  UnknownWebhook: 10_015,
  /** The SKU does not exist, or belongs to another application. */
  UnknownSku: 10_027,
  /** The entitlement does not exist, or belongs to another application. */
  UnknownEntitlement: 10_029,
  UnknownLobby: 10_031,
  /** The interaction does not exist, or the first response came too late. */
  UnknownInteraction: 10_062,
  UnknownCommand: 10_063,
  UnknownCommandPermissions: 10_066,
  /** The endpoint accepts only user tokens. */
  BotsNotAllowed: 20_001,
  WrongApplication: 20_012,
  TooManyCommands: 30_032,
  /** The daily limit of 200 new commands has been reached. */
  DailyCreatesSpent: 30_034,
  /** The credential is missing or not valid here. */
  Unauthorized: 40_001,
  /** The body, or a file in it, is too large. */
  BodyTooLarge: 40_005,
  NotConsumable: 40_018,
  NotTestEntitlement: 40_019,
  CommandNameTaken: 40_041,
  InteractionAnswered: 40_060,
  /** The user-installed application has already sent its five follow-ups. */
  FollowUpsSpent: 40_094,
  /** The service's bot protection blocked the request (Reference, "User Agent"). */
  Blocked: 40_333,
  /** The credential has no access to the guild or channel, or lacks the required scope. */
  MissingAccess: 50_001,
  EmptyMessage: 50_006,
  MissingPermissions: 50_013,
  /** The bot token is invalid or was reset. */
  InvalidToken: 50_014,
  WrongChannelType: 50_024,
  InvalidOAuthToken: 50_025,
  MissingScope: 50_026,
  /** The token in the path is invalid, or the interaction expired after 15 minutes. */
  InvalidWebhookToken: 50_027,
  /** A field is invalid. See the error tree. */
  InvalidFormBody: 50_035,
  InvalidApiVersion: 50_041,
  InvalidJson: 50_109,
  /** A bulk overwrite would drop the entry point (observed in responses). */
  EntryPointMissing: 50_240,
  TwoFactorRequired: 60_003,
  /** The guild is being indexed for its first search. The response status is 202. */
  IndexNotReady: 110_000,
  /** The application cannot read the content of the message to forward. */
  UnreadableForward: 160_014,
  BlockedContent: 200_000,
  /** The external identity already belongs to an account (Discord Social SDK, Using Provisional Accounts). */
  AccountLinked: 530_010,
} as const;
export type JsonErrorCode = (typeof JsonErrorCode)[keyof typeof JsonErrorCode];
