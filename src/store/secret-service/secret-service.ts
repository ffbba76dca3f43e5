import { createQueue } from "../token-store.ts";
import { OpenSecretService } from "./open-service.ts";

const inTurn = createQueue();
/** One connection for all stores in the process. */
let opening: Promise<OpenSecretService> | undefined;

/** Items are compatible with `@napi-rs/keyring`. No thread waits for the bus, so an open dialog does not delay process exit. */
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
 * Retries once with a new connection, because a restarted service does not recognize the old session. Does not retry if the
 * player would see a second dialog.
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
 * The part of keytar's interface that the library uses (keytar 7, README). Pass `keytar`, a fork of it, or your own
 * implementation.
 *
 * @stable
 */
export interface Keytar {
  /** Returns the password, or null if there is none. */
  getPassword(service: string, account: string): Promise<string | null>;
  /** Stores a password, replacing any existing one. */
  setPassword(service: string, account: string, password: string): Promise<void>;
  /** Returns `false` if there was none. */
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** How to treat several items with the same name, which only the Secret Service allows. */
export interface Duplicates {
  readonly isOurs: (password: string) => boolean;
  /** Called with the number of items that belong to other programs. */
  readonly onRemaining?: ((count: number) => void) | undefined;
}

/** An aborted call must not keep the process alive or a thread busy. */
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
