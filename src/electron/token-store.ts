import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { ClientError, ErrorType, isClientError } from "../core/errors.ts";
import { loadOnce } from "../core/lazy.ts";
import { fileLimits, readBytes, readProblem } from "../core/resolve/read-file.ts";
import { fileTokenStore, memoryTokenStore, type TokenStore, withProcessLock } from "../index.ts";
import type { Electron, SafeStorage } from "./electron-api.ts";

const loadFiles = loadOnce(() => import("../store/file-records.ts"));

/** Whether a store's tokens survive a restart. */
export interface StoreStatus {
  /** Why tokens stay in memory. */
  readonly problem: ClientError | undefined;
  /** Whether stored tokens could not be decrypted, so that the player has to sign in again. */
  readonly isReset: boolean;
}

const statuses = new WeakMap<TokenStore, () => StoreStatus>();

export function statusOf(store: TokenStore): StoreStatus {
  return statuses.get(store)?.() ?? { problem: undefined, isReset: false };
}

/**
 * Stores tokens in an encrypted file whose key is protected by `safeStorage`. Tokens stay in memory if `safeStorage` has no
 * keychain. An unreadable key, such as after a keychain reset or in a copied profile, counts as "no session" and is replaced at
 * the next sign-in.
 *
 * @param folder - An existing directory of the current user.
 */
export function openSafeStorage(
  electron: Pick<Electron, "app" | "safeStorage">,
  folder: () => string,
): TokenStore {
  const files = new SafeStorageFiles(electron, folder);
  const withStore = async <T>(use: (store: TokenStore) => Promise<T>, otherwise: T): Promise<T> => {
    const store = await files.existing();
    if (!store) return otherwise;
    return use(store).catch((error: unknown) => files.afterUnreadable(error, otherwise));
  };
  const store: TokenStore = {
    name: "safe-storage",
    probe: async () => void (await files.existing()),
    get: (account) => withStore((one) => one.get(account), undefined),
    async set(account, record) {
      const one = await files.writable();
      await one.set(account, record).catch(async (error: unknown) => {
        await files.afterUnreadable(error, undefined);
        await rm(files.path, { force: true });
        await one.set(account, record);
      });
    },
    delete: (account) => withStore((one) => one.delete(account), false),
    exclusively: (account, work, signal) =>
      withProcessLock(JSON.stringify(["safe-storage", files.path, account]), work, signal),
  };
  statuses.set(store, () => files.status);
  return store;
}

class SafeStorageFiles {
  readonly #electron: Pick<Electron, "app" | "safeStorage">;
  readonly #folder: () => string;
  #opening: Promise<TokenStore | undefined> | undefined;
  status: StoreStatus = { problem: undefined, isReset: false };

  constructor(electron: Pick<Electron, "app" | "safeStorage">, folder: () => string) {
    this.#electron = electron;
    this.#folder = folder;
  }

  get path(): string {
    return join(this.#folder(), "slashpass-tokens");
  }

  get #keyPath(): string {
    return `${this.path}.key`;
  }

  /** Creates a key if there is none. Tokens encrypted with an unreadable key cannot be recovered, so they are deleted first. */
  async writable(): Promise<TokenStore> {
    const existing = await this.existing();
    if (existing) return existing;
    return withProcessLock(JSON.stringify(["safe-storage", this.path]), async () => {
      // Another process may have created a key in the meantime.
      this.#opening = undefined;
      const others = await this.existing();
      if (others) return others;
      const created = fileTokenStore({ path: this.path, key: await this.#createKey() });
      this.#opening = Promise.resolve(created);
      this.status = { problem: undefined, isReset: false };
      return created;
    });
  }

  /** A crash after the key is replaced, but before the tokens are, leaves tokens that no key can decrypt. */
  async afterUnreadable<T>(error: unknown, otherwise: T): Promise<T> {
    if (!isClientError(error) || error.code !== "store_unreadable") throw error;
    this.status = { ...this.status, isReset: true };
    return otherwise;
  }

  /** Resolves with `undefined` until there is a readable key. */
  existing(): Promise<TokenStore | undefined> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      // The next call tries again.
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  async #open(): Promise<TokenStore | undefined> {
    const { app, safeStorage } = this.#electron;
    await app.whenReady();
    const reason = await missingProtection(safeStorage);
    if (reason !== undefined) {
      this.status = { problem: noKeychain(reason), isReset: false };
      return memoryTokenStore();
    }
    const encrypted = await this.#readKeyFile();
    const key = encrypted && (await decryptKey(safeStorage, encrypted));
    if (key) return fileTokenStore({ path: this.path, key });
    this.status = { problem: undefined, isReset: encrypted !== undefined };
    return undefined;
  }

  async #readKeyFile(): Promise<Buffer | undefined> {
    try {
      return await readBytes(this.#keyPath, fileLimits.settings);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw keyFailed("read", this.#keyPath, error);
    }
  }

  async #createKey(): Promise<Buffer> {
    const key = randomBytes(32);
    try {
      const { replaceFile } = await loadFiles();
      await rm(this.path, { force: true });
      await replaceFile(this.#keyPath, await encryptText(this.#electron.safeStorage, key.toString("base64")));
      return key;
    } catch (error) {
      throw keyFailed("written", this.#keyPath, error);
    }
  }
}

/** Returns why `safeStorage` would not protect the key. */
async function missingProtection(safeStorage: SafeStorage): Promise<string | undefined> {
  // Without a keychain, Electron encrypts with a hard-coded password (`safeStorage.getSelectedStorageBackend`).
  if (process.platform === "linux" && safeStorage.getSelectedStorageBackend?.() === "basic_text")
    return "its backend is basic_text, which does not protect anything";
  const isAvailable = await (safeStorage.isAsyncEncryptionAvailable?.() ??
    safeStorage.isEncryptionAvailable());
  return isAvailable ? undefined : "the keychain is not available";
}

async function encryptText(safeStorage: SafeStorage, text: string): Promise<Buffer> {
  return safeStorage.encryptStringAsync?.(text) ?? safeStorage.encryptString(text);
}

/** Returns `undefined` if the key was encrypted on another machine, or before a keychain reset. */
async function decryptKey(safeStorage: SafeStorage, encrypted: Buffer): Promise<Buffer | undefined> {
  try {
    const decrypted = await safeStorage.decryptStringAsync?.(encrypted);
    const key = Buffer.from(decrypted?.result ?? safeStorage.decryptString(encrypted), "base64");
    return key.length === 32 ? key : undefined;
  } catch {
    return undefined;
  }
}

function noKeychain(reason: string): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "keychain_absent",
    message: `The tokens stay in memory until the app exits: safeStorage cannot encrypt them, because ${reason}.`,
    hint: "On Linux, start the app with --password-store=gnome-libsecret, or install a keychain.",
  });
}

function keyFailed(action: "read" | "written", path: string, error: unknown): ClientError {
  return new ClientError({
    type: ErrorType.Disabled,
    code: "store_failed",
    message: `The key file ${path} could not be ${action} (${readProblem(error)}).`,
    hint: "Check that the directory exists and belongs to the player, and that the disk has space.",
  });
}

/** A store whose pending writes can be awaited before the app exits. */
export interface TrackedStore {
  readonly store: TokenStore;
  /** Resolves when no write or renewal is pending. */
  settled(): Promise<void>;
}

/** Renewals run inside `exclusively`, so waiting for it ensures that their tokens are stored. */
export function trackWrites(inner: TokenStore): TrackedStore {
  const pending = new Set<Promise<unknown>>();
  const track = <T>(work: Promise<T>): Promise<T> => {
    const settled: Promise<unknown> = work.then(
      () => pending.delete(settled),
      () => pending.delete(settled),
    );
    pending.add(settled);
    return work;
  };
  return {
    store: {
      name: inner.name,
      probe: () => track(inner.probe()),
      get: (account) => inner.get(account),
      set: (account, record) => track(inner.set(account, record)),
      delete: (account, onRemaining) => track(inner.delete(account, onRemaining)),
      exclusively: (account, work, signal) => track(inner.exclusively(account, work, signal)),
    },
    async settled() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
}
