import { randomUUID } from "node:crypto";
import { kindOf } from "../core/check/reader.ts";
import { maskSecret } from "../core/request/mask-secret.ts";
import { ChunkedItems } from "./chunked-items.ts";
import { keychainError, keychainTimeout } from "./keychain-error.ts";
import { keyring } from "./keyring.ts";
import type { Keychain, Keytar } from "./secret-service/keychain.ts";
import { oneAfterTheOther } from "./lock/one-after-the-other.ts";
import { RememberedRecords } from "./remembered-records.ts";
import { secretService } from "./secret-service/secret-service.ts";
import type { TokenStore } from "./token-store.ts";
import { loadHoldLock } from "./load-hold-lock.ts";

const shortestSecret = 8;

/** Which keychain is used, and how: as for `keychainTokenStore`, with the package loaded. */
export interface KeychainInit {
  readonly service?: string | undefined;
  /** Instead of the system's own. */
  readonly keytar?: Keytar | undefined;
  readonly timeoutMs?: number | undefined;
}

/** The records of a keychain; the store before them has checked what it was given. */
export function keychainRecords({
  service = "slashpass",
  keytar,
  timeoutMs = 30_000,
}: KeychainInit): TokenStore {
  const keychain = limited(keytar ? withoutSignal(keytar) : systemKeychain(), timeoutMs);
  const items = new ChunkedItems(keychain, service);
  const remembered = new RememberedRecords(service);
  const inTurn = oneAfterTheOther();

  async function probe(): Promise<void> {
    const account = `probe/${randomUUID()}`;
    await keychain.setPassword(service, account, account);
    const kept = await keychain.getPassword(service, account);
    await keychain.deletePassword(service, account);
    if (kept !== account)
      throw keychainError("Testing the keychain", "storage does not return what was written");
  }

  async function read(account: string): Promise<string | undefined> {
    const found = await items.get(account);
    if (found !== null) return found;
    // A keychain that cannot be reached also answers "nothing there".
    await probe();
    return (await items.get(account)) ?? undefined;
  }

  return {
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
    exclusively: async (account, work, signal) => {
      const { holdLock } = await loadHoldLock();
      const locked = () => {
        remembered.forget(account);
        return work();
      };
      return holdLock(JSON.stringify(["keychain", service, account]), locked, signal);
    },
  };
}

function systemKeychain(): Keychain {
  return process.platform === "win32" || process.platform === "darwin" ? keyring : secretService;
}

function withoutSignal(keytar: Keytar): Keychain {
  return {
    getPassword: (service, account) => keytar.getPassword(service, account),
    setPassword: (service, account, password) => keytar.setPassword(service, account, password),
    deletePassword: (service, account) => keytar.deletePassword(service, account),
  };
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
