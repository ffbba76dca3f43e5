/**
 * The addon's exports. A test compares the names with the binary. Invalid arguments cause a TypeError: numbers must be integers
 * within range, and strings passed to the system must not contain NUL.
 */
export interface Addon {
  createRedactor(): NativeRedactor;
  /** Truncates the file. Throws an error with a `code` (`native/base/open_file.h`) if it cannot be opened. */
  openLogFile(path: string): NativeLogFile;
  /** The scheme and hand-over functions throw errors with a `code` (see `native/scheme`, `native/hand_over`). */
  redirectSchemeStatus(scheme: string, applicationId: string, opener: Uint8Array): NativeSchemeStatus;
  /**
   * @param opener - The contents of redirect-opener, which is installed for the scheme.
   * @param script - The game's script, if an interpreter runs it. Empty if the program itself is the game.
   */
  registerRedirectScheme(
    scheme: string,
    applicationId: string,
    opener: Uint8Array,
    name: string,
    replace: boolean,
    script: string,
  ): void;
  /** Removes this application's registration or a leftover one. Returns `false` if there was none. */
  unregisterRedirectScheme(scheme: string, applicationId: string): boolean;
  registerLaunch(scheme: string, applicationId: string, opener: Uint8Array, command: string): void;
  registerSteamLaunch(scheme: string, applicationId: string, opener: Uint8Array, steamAppId: number): void;
  launchStatus(scheme: string, applicationId: string): NativeLaunchStatus;
  /** Returns `false` if this application had no launch command. */
  unregisterLaunch(scheme: string, applicationId: string): boolean;
  /**
   * Listens for redirects to the scheme. Returns a function that stops listening.
   *
   * @param onMessage - Called with each redirect, and with `undefined` for any other message, which is rejected.
   */
  openHandOver(scheme: string, onMessage: (uri: string | undefined) => void): () => void;
  /** Returns the user id of a connected Unix socket's peer. Returns `undefined` for other descriptors and on Windows. */
  peerUser(descriptor: number): number | undefined;
  /** Returns the user id of a local TCP connection's peer, or `undefined` if unknown. Linux only. */
  tcpPeerUser(peerAddress: string, peerPort: number, ownAddress: string, ownPort: number): number | undefined;
  /**
   * Returns whether this user owns the peer of a local TCP connection, or `undefined` if that is unknown or the peer is a system
   * process. Windows only.
   */
  isOwnTcpPeer(
    peerAddress: string,
    peerPort: number,
    ownAddress: string,
    ownPort: number,
  ): boolean | undefined;
}

export interface NativeSchemeStatus {
  /** Empty if no program is registered. */
  readonly owner: string;
  readonly ours: boolean;
  readonly stale: boolean;
  /** The application that left its registration behind, and its missing program file. */
  readonly leftover?: { readonly applicationId: string; readonly program: string };
}

export interface NativeLaunchStatus {
  /** Empty if no command is registered. */
  readonly command: readonly string[];
  readonly works: boolean;
}

/** Masks known secrets in all supported forms. Its functions do not depend on `this`. */
export interface NativeRedactor {
  /** Returns `false` if the secret is shorter than 8 or longer than 65,536 bytes, or is not well-formed. */
  add(secret: string): boolean;
  /** Returns `false` if it was not registered. */
  remove(secret: string): boolean;
  /** Returns the same string if it contains no secrets. */
  readonly redact: (text: string) => string;
  readonly redactBytes: (bytes: Uint8Array) => Uint8Array;
  createStream(): NativeRedactorStream;
}

export interface NativeRedactorStream {
  push(bytes: Uint8Array): Uint8Array;
  finish(): Uint8Array;
}

/** A log file. A separate thread writes to it, so callers do not wait for the disk. */
export interface NativeLogFile {
  /**
   * Queues a line and adds a timestamp. Returns the result of `takeProblem`.
   *
   * @param severity - 1 to 4.
   */
  write(severity: number, text: string): string | undefined;
  /** Returns the reason why lines were lost. Each reason is returned only once. */
  takeProblem(): string | undefined;
  /** Blocks until all lines are written or lost, for at most `timeoutMs`. */
  flush(timeoutMs: number): void;
  /** Resolves when all lines have been written. */
  close(): Promise<void>;
  /** Closes synchronously. */
  closeNow(): void;
}
