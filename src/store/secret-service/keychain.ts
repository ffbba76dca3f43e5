/**
 * The part of keytar's interface that keychains are spoken to through (keytar 7, README). `keytar` itself, its forks and
 * a game's own binding all fit.
 */
export interface Keytar {
  /** The password of `account`, or null when there is none. */
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  /** False when there was none. */
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** A {@link Keytar} whose calls end with their signal, and then hold nothing: not the process, and no thread of it. */
export interface Keychain {
  getPassword(service: string, account: string, signal: AbortSignal): Promise<string | null>;
  setPassword(service: string, account: string, password: string, signal: AbortSignal): Promise<void>;
  deletePassword(service: string, account: string, signal: AbortSignal): Promise<boolean>;
}
