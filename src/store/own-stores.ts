import { lazyStore, type TokenStore } from "./token-store.ts";
import { resolve } from "node:path";
import { fields } from "../core/check/fields.ts";
import {
  wrongArgument,
  textOf,
  milliseconds,
  textWithoutNul,
  optional,
  withMethods,
} from "../core/check/readers.ts";
// A default import, because webpack rewrites calls to an imported `createRequire`.
import nodeModule from "node:module";
import { validationError } from "../core/errors.ts";
import { findModule } from "../core/resolve/find-module.ts";
import { describeForeign } from "../core/resolve/ownership.ts";
import type { Keytar } from "./secret-service/secret-service.ts";

/** Options for {@link fileTokenStore}. @stable */
export interface FileStoreOptions {
  /** The file's path. Its directory must exist. */
  readonly path: string;
  /** 32 random bytes. Do not store them next to the file. */
  readonly key: Uint8Array;
}

const readFileOptions = fields<FileStoreOptions>({
  path: textOf({ code: "invalid_store_path" }),
  key(value, name) {
    if (value instanceof Uint8Array && value.length === 32) return Uint8Array.from(value);
    throw wrongArgument(name, value, "32 bytes in a Uint8Array", {
      code: "invalid_store_key",
      hint: "Create it once with crypto.randomBytes(32) and do not store it next to the file.",
    });
  },
});

/**
 * Stores tokens in a file, for machines without a keychain. The file is encrypted with your key (AES-256-GCM), readable only by
 * its owner, and replaced atomically.
 *
 * Operations reject with `store_unreadable` (Disabled) if the file was written with another key or is damaged, and with
 * `store_failed` (Disabled) if it cannot be read or written.
 *
 * @stable
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

/** Options for {@link keychainTokenStore}. @stable */
export interface KeychainStoreOptions {
  /** The name of the items, as shown to the player in the system's tools. Default: `slashpass`. */
  readonly service?: string | undefined;
  /** Either `true` to use the `keytar` package, which you must install, or an object with the same interface. */
  readonly keytar?: Keytar | true | undefined;
  /**
   * The timeout for one call in milliseconds, including the time that the player takes to unlock the keychain. Default: 30000.
   */
  readonly timeoutMs?: number | undefined;
}

const readKeytar = withMethods<Keytar>(["getPassword", "setPassword", "deletePassword"]);

const readKeychainOptions = fields<KeychainStoreOptions>({
  service: optional(textWithoutNul({ most: 255 })),
  keytar: optional((value, name) => value === true || readKeytar(value, name)),
  timeoutMs: optional(milliseconds()),
});

/**
 * Stores tokens in the operating system's keychain: Credential Manager on Windows, Keychain on macOS, the Secret Service on
 * Linux. There is no fallback: if there is no keychain, every call rejects.
 *
 * `probe` writes, reads and deletes an item. Every operation can reject with `keychain_absent`, `keychain_locked`,
 * `keychain_denied`, `keychain_timeout`, `keychain_failed`, or `keychain_binding_missing` if the keychain package for Windows or
 * macOS has no binary (ClientError, Disabled).
 *
 * @stable
 * @throws ClientError `keytar_unavailable` (ValidationError) if `keytar` is `true` and the package is not installed.
 */
export function keychainTokenStore(options: KeychainStoreOptions = {}): TokenStore {
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
    // A package that fails to load is treated like a missing one.
  }
  throw validationError(
    "keytar_unavailable",
    ["The package keytar could not be loaded.", ...refused.map(describeForeign)].join(" "),
    "Install it next to this package or, for a bundle, in a node_modules folder next to the bundle (on Linux, it requires " +
      "libsecret). Alternatively, import it yourself and pass it, or omit the option.",
  );
}
