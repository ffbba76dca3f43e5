import { createQueue } from "../lock-wait.ts";
import { OpenSecretService } from "./open-service.ts";

const inTurn = createQueue();
/** One connection for all stores of the process. */
let opening: Promise<OpenSecretService> | undefined;

/**
 * Items are compatible with `@napi-rs/keyring`. No thread waits for the bus, so a dialog does not delay the exit of the process.
 */
export const secretService: Keychain = {
  getPassword: (service, username, signal) =>
    run((opened) => opened.read({ service, username }, signal), signal),
  setPassword: (service, username, password, signal) =>
    run((opened) => opened.write({ service, username }, password, signal), signal),
  deletePassword: (
    service,
    username,
    signal,
    { isOurs, onRemaining }: Duplicates = { isOurs: () => false },
  ) =>
    run(async (opened) => {
      const { isRemoved, remaining } = await opened.remove({ service, username }, isOurs, signal);
      if (remaining > 0) onRemaining?.(remaining);
      return isRemoved;
    }, signal),
};

/** Whether writing would show a dialog to unlock the keychain. */
export function isKeychainLocked(signal: AbortSignal): Promise<boolean> {
  return run((opened) => opened.isLocked(signal), signal);
}

/**
 * A restarted service does not know our session, so failures are retried once on a new connection, unless the player would see a
 * second dialog.
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

/** The used part of keytar's interface (keytar 7, README). Implemented by `keytar`, its forks, or the game's own binding. */
export interface Keytar {
  /** Returns the password of `account`, or null. */
  getPassword(service: string, account: string): Promise<string | null>;
  /** Sets or replaces a password. */
  setPassword(service: string, account: string, password: string): Promise<void>;
  /** Returns `false` if there was none. */
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** Items with the same names and further attributes, which only the Secret Service allows. */
export interface Duplicates {
  /** Whether an item belongs to the library. */
  readonly isOurs: (password: string) => boolean;
  /** Called with the number of other programs' items. */
  readonly onRemaining?: ((count: number) => void) | undefined;
}

/** An aborted call does not keep the process or a thread busy. */
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
