// Tokens in a file that safeStorage guards: it keeps one key for the file, and fileTokenStore does the rest, such as replacing
// the file as a whole and letting one process at a time refresh.
import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { safeStorage } from "electron";
import { fileTokenStore } from "slashpass";

/**
 * Call it once the app is ready.
 *
 * @param {string} folder - of this player alone: app.getPath("userData").
 */
export async function safeStorageTokenStore(folder) {
  if (!safeStorage.isEncryptionAvailable()) throw new Error("The system has no place for a key.");
  // On Linux without a keychain it encrypts with a password that is the same everywhere.
  if (process.platform === "linux" && safeStorage.getSelectedStorageBackend() === "basic_text")
    throw new Error("There is no keychain: install gnome-keyring or KWallet.");
  const key = await readKey(join(folder, "tokens.key"));
  return fileTokenStore({ path: join(folder, "tokens"), key });
}

/** @param {string} path */
async function readKey(path) {
  const kept = await readFile(path).catch((/** @type {NodeJS.ErrnoException} */ error) => {
    if (error.code !== "ENOENT") throw error;
  });
  if (kept) return Buffer.from(safeStorage.decryptString(kept), "base64");
  const key = randomBytes(32);
  // Fails rather than replaces a key that came meanwhile: what it sealed could never be read again.
  await writeFile(path, safeStorage.encryptString(key.toString("base64")), { mode: 0o600, flag: "wx" });
  return key;
}
