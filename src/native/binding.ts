/**
 * The exports of the addon, by hand; a test compares the names with the binary. A wrong argument is a TypeError: numbers are
 * whole and within range, and texts for the system hold no NUL.
 */
export interface Addon {
  createRedactor(): NativeRedactor;
  /** Empties the file. Throws an error with a `code` (`native/base/open_file.h`) when it cannot be opened. */
  openLogFile(path: string): NativeLogFile;
  /** The functions of schemes and of the hand-over throw errors with a `code` (see `native/scheme`, `native/hand_over`). */
  redirectSchemeStatus(scheme: string, applicationId: string, opener: Uint8Array): NativeSchemeStatus;
  /**
   * @param opener - the bytes of redirect-opener, which is installed for the scheme.
   * @param script - the file that an interpreter runs as the game; empty where the program itself is the game.
   */
  registerRedirectScheme(
    scheme: string,
    applicationId: string,
    opener: Uint8Array,
    name: string,
    replace: boolean,
    script: string,
  ): void;
  /** False when there was neither a registration of this application nor a leftover. */
  unregisterRedirectScheme(scheme: string, applicationId: string): boolean;
  registerLaunch(scheme: string, applicationId: string, opener: Uint8Array, command: string): void;
  registerSteamLaunch(scheme: string, applicationId: string, opener: Uint8Array, steamAppId: number): void;
  launchStatus(scheme: string, applicationId: string): NativeLaunchStatus;
  /** False when there was no launch command of this application. */
  unregisterLaunch(scheme: string, applicationId: string): boolean;
  /**
   * Listens for redirects of the scheme until the function that it returns is called.
   *
   * @param onMessage - called with a redirect, or with nothing when something else was refused.
   */
  openHandOver(scheme: string, onMessage: (uri: string | undefined) => void): () => void;
  /**
   * The user of the process at the other end of a connected Unix socket. Undefined for any other descriptor, and on Windows.
   */
  peerUser(descriptor: number): number | undefined;
  /**
   * The user of the process at the other end of a TCP connection within this machine. Undefined where that is not known, and
   * everywhere but on Linux.
   */
  tcpPeerUser(peerAddress: string, peerPort: number, ownAddress: string, ownPort: number): number | undefined;
  /**
   * Whether the process at the other end of a TCP connection within this machine is one of this user. Undefined where that is
   * not known, for the system's own, and everywhere but on Windows.
   */
  isOwnTcpPeer(
    peerAddress: string,
    peerPort: number,
    ownAddress: string,
    ownPort: number,
  ): boolean | undefined;
}

/** The program that gets the redirects of a scheme. */
export interface NativeSchemeStatus {
  /** Empty when nobody does. */
  readonly owner: string;
  readonly ours: boolean;
  readonly stale: boolean;
  /** The application that has it, and the file of its program, which is gone. */
  readonly leftover?: { readonly applicationId: string; readonly program: string };
}

/** The command with which an application is registered to be launched. */
export interface NativeLaunchStatus {
  /** Empty when it registered nothing. */
  readonly command: readonly string[];
  readonly works: boolean;
}

/** The redactor core: masks known secrets in every form they can take. Its functions need no receiver. */
export interface NativeRedactor {
  /** False when the secret has fewer than 8 or more than 65,536 bytes, or is not well-formed. */
  add(secret: string): boolean;
  /** False when it was not known. */
  remove(secret: string): boolean;
  /** The same string when nothing in it is secret. */
  readonly redact: (text: string) => string;
  /** The same bytes when nothing in them is secret, else a masked copy. */
  readonly redactBytes: (bytes: Uint8Array) => Uint8Array;
  createStream(): NativeRedactorStream;
}

/** Masks a text that comes in pieces. */
export interface NativeRedactorStream {
  /** The bytes that can be given out after this piece. */
  push(bytes: Uint8Array): Uint8Array;
  /** The rest. */
  finish(): Uint8Array;
}

/** A log file that is written by a thread of its own: callers do not wait for the disk. */
export interface NativeLogFile {
  /**
   * Adds a line; the time is put in front of it. Returns what `takeProblem` does.
   *
   * @param severity - 1 to 4.
   */
  write(severity: number, text: string): string | undefined;
  /** Why lines are lost, said once. */
  takeProblem(): string | undefined;
  /** Waits until everything is written or lost, no longer than so many whole milliseconds. */
  flush(patienceMs: number): void;
  /** Resolves when everything is written. */
  close(): Promise<void>;
  /** The same, and waits for the disk. */
  closeNow(): void;
}
