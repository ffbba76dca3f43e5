import { loadOnce } from "../core/lazy.ts";
import { ownStore, type TokenStore } from "./token-store.ts";
import { resolve } from "node:path";
import { fields } from "../core/check/fields.ts";
import { wrongArgument, textOf, milliseconds, nameOf, optional, withMethods } from "../core/check/readers.ts";
// Not by its name, which webpack would take for a `require` of its own.
import nodeModule from "node:module";
import { validationError } from "../core/errors.ts";
import { findModule } from "../core/resolve/find-module.ts";
import { sayRefused } from "../core/resolve/ownership.ts";
import type { Keytar } from "./secret-service/secret-service.ts";

/** A store of this library whose implementation is loaded by the first call. */
export function lazyStore(name: string, load: () => Promise<TokenStore>): TokenStore {
  const store = loadOnce(load);
  return ownStore({
    name,
    probe: async () => (await store()).probe(),
    get: async (account) => (await store()).get(account),
    set: async (account, record) => (await store()).set(account, record),
    delete: async (account, onLeft) => (await store()).delete(account, onLeft),
    exclusively: async (account, work, signal) => (await store()).exclusively(account, work, signal),
  });
}

/** The folder in which {@link fileTokenStore} keeps tokens, and their key. */
export interface FileStoreOptions {
  /** The file; its folder must exist. */
  readonly path: string;
  /** 32 random bytes, kept anywhere but beside the file. */
  readonly key: Uint8Array;
}

const readFileOptions = fields<FileStoreOptions>({
  path: textOf({ code: "invalid_store_path" }),
  key(value, name) {
    if (value instanceof Uint8Array && value.length === 32) return Uint8Array.from(value);
    throw wrongArgument(name, value, "32 bytes in a Uint8Array", {
      code: "invalid_store_key",
      hint: "Make it once with crypto.randomBytes(32), and do not keep it beside the file.",
    });
  },
});

/**
 * Keeps tokens in one file, for machines without a keychain. Encrypted with AES-256-GCM under your key, readable by its owner
 * only, replaced as a whole.
 *
 * Operations throw `store_unreadable` (Disabled) when the file was made with another key or is damaged, and
 * `store_failed` (Disabled) when the system refuses to read or write it.
 *
 * @throws ClientError `invalid_store_key` or `invalid_store_path` (ValidationError).
 */
export function fileTokenStore(options: FileStoreOptions): TokenStore {
  const { path: given, key } = readFileOptions(options, "options");
  const path = resolve(given);
  return lazyStore("file", async () => {
    const { fileRecords } = await import("./file-records.ts");
    return fileRecords(path, key);
  });
}

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

const readKeychainOptions = fields<KeychainOptions>({
  service: optional(nameOf({ most: 255 })),
  keytar: optional((value, name) => value === true || readKeytar(value, name)),
  timeoutMs: optional(milliseconds()),
});

/**
 * Keeps tokens in the keychain of the operating system: Credential Manager on Windows, Keychain on macOS, the Secret Service on
 * Linux. Never falls back to anything else: where there is no keychain, every call throws.
 *
 * `probe` writes, reads and deletes an item. Every operation throws `keychain_absent`, `keychain_locked`,
 * `keychain_denied`, `keychain_timeout`, `keychain_failed`, or `keychain_binding_missing` where the package that speaks to the
 * keychain of Windows or macOS has no binary (ClientError, Disabled).
 *
 * @throws ClientError `keytar_unavailable` (ValidationError) when `keytar` is asked for and not installed.
 */
export function keychainTokenStore(options: KeychainOptions = {}): TokenStore {
  const { keytar: choice, ...rest } = readKeychainOptions(options, "options");
  const keytar = choice === true ? loadKeytar() : choice;
  return lazyStore("keychain", async () => {
    const { keychainRecords } = await import("./keychain-records.ts");
    return keychainRecords({ ...rest, keytar });
  });
}

function loadKeytar(): Keytar {
  const { file, refused } = findModule("keytar");
  try {
    if (file !== undefined) return nodeModule.createRequire(file)(file) as Keytar;
  } catch {
    // The same advice as where there is none.
  }
  throw validationError(
    "keytar_unavailable",
    ["The package keytar could not be loaded.", ...refused.map(sayRefused)].join(" "),
    "Install it beside this package, for a bundle in a node_modules beside the bundle (on Linux it needs libsecret); or " +
      "import it yourself and pass it; or leave the option out.",
  );
}
