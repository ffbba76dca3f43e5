import electronModule from "electron";
import { fields } from "../core/check/fields.ts";
import { optional, textOf } from "../core/check/readers.ts";
import { validationError } from "../core/errors.ts";
import type { TokenStore } from "../index.ts";
import type { Electron } from "./electron-api.ts";
import type { SlashpassOptions } from "./options.ts";
import { createAccount, type SlashpassAccount } from "./set-up.ts";
import { openSafeStorage } from "./token-store.ts";

export type { TokenHandler } from "./handlers.ts";
export type { ElectronOptions, SignInDefaults, SlashpassOptions } from "./options.ts";
export type { SlashpassAccount } from "./set-up.ts";
export type * from "./state.ts";

const electron = electronModule as Electron;

let isSetUp = false;

/**
 * Sets up sign-in for an Electron app: one account for all windows, with the tokens in the main process. Call it once, in the
 * main process, before the app is ready. Requires Electron 35 or later.
 *
 * - Requests the single-instance lock and delivers redirects from `second-instance` and `open-url`.
 * - When the app is ready, registers the preload script for the default session and restores the stored session.
 * - When the app quits, waits for pending writes.
 *
 * @experimental
 * @throws ClientError (ValidationError) `duplicate` if it was called before, and the errors of `Client` and its `signIn` for
 *   invalid options, for example `missing_scope`.
 *
 * @example
 * ```ts
 * import { setUpSlashpass } from "slashpass/electron";
 *
 * const account = setUpSlashpass({ applicationId: "123456789012345678", scopes: "identify" });
 * account.subscribe(({ status, player }) => console.log(status, player?.name));
 * ```
 */
export function setUpSlashpass(options: SlashpassOptions): SlashpassAccount {
  if (isSetUp)
    throw validationError(
      "duplicate",
      "setUpSlashpass was already called in this process.",
      "Use the account that the first call returned.",
    );
  const account = createAccount(electron, options, process.argv);
  isSetUp = true;
  return account;
}

/** Options for {@link safeStorageTokenStore}. @experimental */
export interface SafeStorageTokenStoreOptions {
  /** An existing directory of the current user. Default: `app.getPath("userData")`. */
  readonly directory?: string | undefined;
}

const readStoreOptions = fields<SafeStorageTokenStoreOptions>({ directory: optional(textOf()) });

/**
 * Stores tokens in an encrypted file whose key is protected by Electron's `safeStorage`. This is the default store of
 * {@link setUpSlashpass}; use it if you create a `Client` yourself. Waits until the app is ready.
 *
 * Tokens stay in memory if there is no keychain (`basic_text` on Linux). If the key cannot be decrypted, such as after a keychain
 * reset or in a copied profile, the player has to sign in again. Operations throw `store_failed` (Disabled) if the file cannot be
 * read or written.
 *
 * @experimental
 * @throws ClientError `invalid_argument` (ValidationError).
 */
export function safeStorageTokenStore(options: SafeStorageTokenStoreOptions = {}): TokenStore {
  const { directory } = readStoreOptions(options, "options");
  return openSafeStorage(electron, () => directory ?? electron.app.getPath("userData"));
}
