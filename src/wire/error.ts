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
  UnknownApplication: 10_002,
  UnknownChannel: 10_003,
  UnknownGuild: 10_004,
  UnknownMember: 10_007,
  UnknownMessage: 10_008,
  UnknownUser: 10_013,
  UnknownWebhook: 10_015,
  UnknownLobby: 10_031,
  /** The interaction does not exist, or its first answer comes too late. */
  UnknownInteraction: 10_062,
  UnknownCommand: 10_063,
  /** The command has no permission overwrites in the guild. */
  UnknownCommandPermissions: 10_066,
  BotsNotAllowed: 20_001,
  /** The credential is another application's. */
  WrongApplication: 20_012,
  TooManyCommands: 30_032,
  DailyCreatesSpent: 30_034,
  Unauthorized: 40_001,
  BodyTooLarge: 40_005,
  CommandNameTaken: 40_041,
  InteractionAnswered: 40_060,
  /** An application that only the user has installed has sent its five follow-ups. */
  FollowUpsSpent: 40_094,
  /** The service's protection stopped the request before anything looked at it (Reference, "User Agent"). */
  Blocked: 40_333,
  MissingAccess: 50_001,
  EmptyMessage: 50_006,
  MissingPermissions: 50_013,
  InvalidToken: 50_014,
  WrongChannelType: 50_024,
  InvalidOAuthToken: 50_025,
  MissingScope: 50_026,
  InvalidWebhookToken: 50_027,
  InvalidFormBody: 50_035,
  InvalidApiVersion: 50_041,
  InvalidJson: 50_109,
  /** A bulk overwrite would drop the entry point (observed answers). */
  EntryPointMissing: 50_240,
  /** The account, or the guild's settings, ask for two-factor authentication. */
  TwoFactorRequired: 60_003,
  /** A guild that has not been searched before is still being read. The status is 202, though nothing was found yet. */
  IndexNotReady: 110_000,
  /** The application cannot read the content of the message that it forwards. */
  UnreadableForward: 160_014,
  BlockedContent: 200_000,
  /** The external identity belongs to an account already (Discord Social SDK, Using Provisional Accounts). */
  AccountLinked: 530_010,
} as const;
export type JsonErrorCode = (typeof JsonErrorCode)[keyof typeof JsonErrorCode];
