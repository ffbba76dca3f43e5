import { createRequire } from "node:module";
import { validationError } from "../core/errors.ts";
import { findModule } from "../core/resolve/find-module.ts";
import { sayRefused } from "../core/resolve/ownership.ts";
import { fields } from "../core/check/fields.ts";
import { milliseconds, nameOf, optional, withMethods } from "../core/check/readers.ts";
import { lateStore } from "./late-store.ts";
import type { Keytar } from "./secret-service/keychain.ts";
import type { TokenStore } from "./token-store.ts";

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
  service: optional(nameOf({ most: 255 })),
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
  const { keytar: choice, ...rest } = readOptions(options, "options");
  const keytar = choice === true ? loadKeytar() : choice;
  return lateStore("keychain", async () => {
    const { keychainRecords } = await import("./keychain-records.ts");
    return keychainRecords({ ...rest, keytar });
  });
}

function loadKeytar(): Keytar {
  const { file, refused } = findModule("keytar");
  try {
    if (file !== undefined) return createRequire(file)(file) as Keytar;
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
