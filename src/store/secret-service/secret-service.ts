import { oneAfterTheOther } from "../lock-patience.ts";
import { OpenSecretService } from "./open-service.ts";

const inTurn = oneAfterTheOther();
/** One connection serves every store of the process. */
let opening: Promise<OpenSecretService> | undefined;

/**
 * The keychain of a Linux desktop, over the session bus. Its items are those that `@napi-rs/keyring` reads and writes. No
 * thread waits for it, so nothing holds up the end of the process while it asks the player.
 */
export const secretService: Keychain = {
  getPassword: (service, username, signal) =>
    run((opened) => opened.read({ service, username }, signal), signal),
  setPassword: (service, username, password, signal) =>
    run((opened) => opened.write({ service, username }, password, signal), signal),
  deletePassword: (service, username, signal, { isOurs, onLeft }: Duplicates = { isOurs: () => false }) =>
    run(async (opened) => {
      const { isRemoved, left } = await opened.remove({ service, username }, isOurs, signal);
      if (left > 0) onLeft?.(left);
      return isRemoved;
    }, signal),
};

/** Whether writing would show the player a dialog that asks to unlock the keychain. */
export function isKeychainLocked(signal: AbortSignal): Promise<boolean> {
  return run((opened) => opened.isLocked(signal), signal);
}

/**
 * A service that was started again does not know our session, and an item can vanish between being found and being read:
 * whatever fails is tried once more on a new connection, except where that would show the player a second dialog.
 */
function run<T>(work: (opened: OpenSecretService) => Promise<T>, signal: AbortSignal): Promise<T> {
  return inTurn(async () => {
    try {
      return await work(await open(signal));
    } catch (error) {
      close();
      if (signal.aborted || /prompt|lock/i.test((error as Error).message)) throw error;
      return await work(await open(signal));
    }
  }, signal);
}

function open(signal: AbortSignal): Promise<OpenSecretService> {
  return (opening ??= OpenSecretService.open(signal));
}

function close(): void {
  void opening?.then((opened) => opened.close()).catch(() => undefined);
  opening = undefined;
}

/**
 * The part of keytar's interface that keychains are spoken to through (keytar 7, README). `keytar` itself, its forks and
 * a game's own binding all fit.
 */
export interface Keytar {
  /** The password of `account`, or null when there is none. */
  getPassword(service: string, account: string): Promise<string | null>;
  /** Keeps a password, in place of an older one of the account. */
  setPassword(service: string, account: string, password: string): Promise<void>;
  /** False when there was none. */
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** How a deletion treats items with the same names and further attributes, which only the Secret Service allows. */
export interface Duplicates {
  /** Whether an item with this password belongs to the library, so that it is deleted too. */
  readonly isOurs: (password: string) => boolean;
  /** Called with the number of items that belong to other programs, if there are any. */
  readonly onLeft?: ((count: number) => void) | undefined;
}

/** A {@link Keytar} whose calls end with their signal; an ended call keeps neither the process nor a thread busy. */
export interface Keychain {
  getPassword(service: string, account: string, signal: AbortSignal): Promise<string | null>;
  setPassword(service: string, account: string, password: string, signal: AbortSignal): Promise<void>;
  deletePassword(
    service: string,
    account: string,
    signal: AbortSignal,
    duplicates?: Duplicates,
  ): Promise<boolean>;
}
