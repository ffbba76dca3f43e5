/** The exports of slashpass_social_sdk.node (`native/social_sdk_binding`). Invalid arguments cause a TypeError. */
export interface SocialSdkAddon {
  /**
   * Loads the vendor's library, once per process.
   *
   * @returns Every symbol in the table: its name, the feature that requires it (`undefined` if every release exports it), and
   *   whether the library exports it.
   * @throws Error with a `code`: `invalid_path`, `not_loadable`, `missing_symbols` or `other_library`.
   */
  load(path: string): readonly NativeSymbol[];
  /** Creates a client. The client keeps the process alive only while `hold(true)` is in effect. */
  createClient(onEvent: NativeListener): NativeClient;
  /** Closes all clients of this environment and waits for the library's thread. For `process.exit`, which runs no hooks. */
  shutDown(): void;
}

export type NativeSymbol = readonly [name: string, feature: string | undefined, isFound: boolean];

export type NativeValue = string | number | bigint | boolean | undefined;

/**
 * @param operation - The number of the operation that has completed; 0 for an event.
 * @param event - The event's name; `undefined` for a result.
 */
export type NativeListener = (
  operation: number,
  event: NativeEvent | undefined,
  failure: NativeFailure | undefined,
  values: readonly NativeValue[],
) => void;

export type NativeEvent = "log" | "status" | "tokenExpiration" | "join" | "joinRequest";

/** The fields of `ClientResult` (Discord Social SDK). */
export interface NativeFailure {
  /** Set if the library returned no usable result. */
  readonly reason?: "no_result" | "invalid_string" | "unsupported";
  readonly type: number;
  readonly message: string;
  readonly errorCode: number;
  readonly status: number;
  readonly retryable: boolean;
  readonly retryAfter: number;
  readonly body: string;
}

/** All calls are posted to the library's thread and run in this order. */
export interface NativeClient {
  /** The operations and their arguments are listed in `native/social_sdk/operations.cpp`. Returns the operation's number. */
  call(operation: string, values: readonly NativeValue[]): number;
  /** Discards an operation's result. */
  forget(operation: number): void;
  /** Sets whether the client keeps the process alive. */
  hold(isHeld: boolean): void;
  close(): void;
}
