import { randomUUID } from "node:crypto";
import { createRequire } from "node:module";
import { validationError } from "../errors.ts";
import { findModule } from "../lookup/find-module.ts";
import { fields } from "../input/fields.ts";
import { kindOf } from "../input/reader.ts";
import { milliseconds, optional, textOf, withMethods } from "../input/readers.ts";
import { maskSecret } from "../http/mask-secret.ts";
import { ChunkedItems } from "./chunked-items.ts";
import { keychainError, keychainTimeout } from "./keychain-error.ts";
import { keyring } from "./keyring.ts";
import type { Keychain, Keytar } from "./secret-service/keychain.ts";
import { oneAfterTheOther } from "./lock/one-after-the-other.ts";
import { withProcessLock } from "./process-lock.ts";
import { RememberedRecords } from "./remembered-records.ts";
import { secretService } from "./secret-service/secret-service.ts";
import { ownStore, type TokenStore } from "./token-store.ts";

const shortestSecret = 8;

/** How {@link keychainTokenStore} reaches the keychain. */
export interface KeychainOptions {
  /** Name of the items for the player, in the tools of the system. Default `slashpass`. */
  readonly service?: string | undefined;
  /** `true` uses the `keytar` package, which you install; or pass anything with its interface. */
  readonly keytar?: Keytar | true | undefined;
  /** Milliseconds for one call; the player may have to unlock the keychain in this time. Default 30 000. */
  readonly timeoutMs?: number | undefined;
}

const readKeytar = withMethods<Keytar>(["getPassword", "setPassword", "deletePassword"]);

const readOptions = fields<KeychainOptions>({
  service: optional(textOf({ most: 255 })),
  keytar: optional((value, name) => value === true || readKeytar(value, name)),
  timeoutMs: optional(milliseconds()),
});

/**
 * Keeps tokens in the keychain of the operating system: Credential Manager on Windows, Keychain on macOS, the Secret Service on
 * Linux. Never falls back to anything else: where there is no keychain, every call throws.
 *
 * `probe` writes, reads and deletes an item. Every operation throws `keychain_absent`, `keychain_locked`,
 * `keychain_denied`, `keychain_timeout` or `keychain_failed` (ClientError, Disabled).
 *
 * @throws ClientError `keytar_unavailable` (ValidationError) when `keytar` is asked for and not installed.
 */
export function keychainTokenStore(options: KeychainOptions = {}): TokenStore {
  const { service = "slashpass", keytar, timeoutMs = 30_000 } = readOptions(options, "options");
  const keychain = limited(chooseKeychain(keytar), timeoutMs);
  const items = new ChunkedItems(keychain, service);
  const remembered = new RememberedRecords(service);
  const inTurn = oneAfterTheOther();

  async function probe(): Promise<void> {
    const account = `probe/${randomUUID()}`;
    await keychain.setPassword(service, account, account);
    const kept = await keychain.getPassword(service, account);
    await keychain.deletePassword(service, account);
    if (kept !== account)
      throw keychainError("Testing the keychain", "storage does not keep what it is given");
  }

  async function read(account: string): Promise<string | undefined> {
    const found = await items.get(account);
    if (found !== null) return found;
    // A keychain that cannot be reached also answers "nothing there".
    await probe();
    return (await items.get(account)) ?? undefined;
  }

  return ownStore({
    name: "keychain",
    probe: () => inTurn(probe),
    get: (account) => inTurn(() => remembered.get(account, () => read(account))),
    set: (account, record) =>
      inTurn(async () => {
        await items.set(account, record);
        await remembered.changed(account);
      }),
    delete: (account) =>
      inTurn(async () => {
        if (!(await items.delete(account))) {
          await probe();
          if (!(await items.delete(account))) return false;
        }
        await remembered.changed(account);
        return true;
      }),
    exclusively: (account, work, signal) =>
      withProcessLock(
        JSON.stringify(["keychain", service, account]),
        () => {
          remembered.forget(account);
          return work();
        },
        signal,
      ),
  });
}

function chooseKeychain(choice: Keytar | true | undefined): Keychain {
  if (choice !== undefined) return withoutSignal(choice === true ? loadKeytar() : choice);
  return process.platform === "win32" || process.platform === "darwin" ? keyring : secretService;
}

function withoutSignal(keytar: Keytar): Keychain {
  return {
    getPassword: (service, account) => keytar.getPassword(service, account),
    setPassword: (service, account, password) => keytar.setPassword(service, account, password),
    deletePassword: (service, account) => keytar.deletePassword(service, account),
  };
}

function loadKeytar(): Keytar {
  try {
    const file = findModule("keytar") ?? "keytar";
    return createRequire(file)(file) as Keytar;
  } catch {
    throw validationError(
      "keytar_unavailable",
      "The package keytar could not be loaded.",
      "Install it beside this package, for a bundle in a node_modules beside the bundle (on Linux it needs libsecret); or " +
        "import it yourself and pass it; or leave the option out.",
    );
  }
}

/** Each long word of the record is a secret: quotes around it may be escaped. */
function maskRecord(text: string, record: string): string {
  const words = record.split(/[^\w\-.~+/=]+/).filter((word) => word.length >= shortestSecret);
  return words.reduce(maskSecret, text);
}

/** `keychain` with a limit on the time of each call, and errors that say what is wrong. */
function limited(keychain: Keychain, timeoutMs: number): Keytar {
  async function limit<T>(
    operation: string,
    call: (signal: AbortSignal) => Promise<T>,
    secret?: string,
  ): Promise<T> {
    const end = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const error = keychainTimeout(operation, timeoutMs);
        reject(error);
        end.abort(error);
      }, timeoutMs);
    });
    // An async function, since a keychain of the caller's own may throw at once.
    const answer = (async () => call(end.signal))().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : "no reason given";
      throw keychainError(operation, secret === undefined ? reason : maskRecord(reason, secret));
    });
    try {
      return await Promise.race([answer, tooLate]);
    } finally {
      clearTimeout(timer);
    }
  }
  return {
    async getPassword(...item) {
      const operation = "Reading from the keychain";
      const found: unknown = await limit(operation, (signal) => keychain.getPassword(...item, signal));
      if (found === null || found === undefined || typeof found === "string") return found ?? null;
      throw keychainError(operation, `getPassword gave ${kindOf(found)}, but must give a string or null`);
    },
    setPassword: (...item) =>
      limit("Writing to the keychain", (signal) => keychain.setPassword(...item, signal), item[2]),
    deletePassword: (...item) =>
      limit("Deleting from the keychain", (signal) => keychain.deletePassword(...item, signal)),
  };
}
