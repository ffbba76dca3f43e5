// Stores the tokens in a file whose key is protected by safeStorage. fileTokenStore does the rest, such as atomic replacement of
// the file.
import { randomBytes } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { safeStorage } from "electron";
import { fileTokenStore, memoryTokenStore, type TokenStore } from "slashpass";

/**
 * Opens the token store. Falls back to memory if tokens cannot be stored (no keychain, a full disk), so the game always starts.
 * Call it after the app is ready.
 *
 * @param folder - A directory of the current user: app.getPath("userData").
 */
export async function openTokenStore(folder: string): Promise<TokenStore> {
  if (!hasKeychain()) return memoryTokenStore();
  const path = join(folder, "tokens");
  try {
    const key = await readKey(`${path}.key`);
    if (key) return fileTokenStore({ path, key });
    // Tokens encrypted with another key cannot be recovered.
    await rm(path, { force: true });
    return fileTokenStore({ path, key: await makeKey(`${path}.key`) });
  } catch {
    return memoryTokenStore();
  }
}

function hasKeychain(): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false;
  // On Linux without a keychain, safeStorage encrypts with a hard-coded password.
  return process.platform !== "linux" || safeStorage.getSelectedStorageBackend() !== "basic_text";
}

/**
 * Returns undefined if there is no key, or if the keychain cannot decrypt it, for example after the player has reset the
 * keychain.
 */
async function readKey(path: string): Promise<Buffer | undefined> {
  try {
    const key = Buffer.from(safeStorage.decryptString(await readFile(path)), "base64");
    return key.length === 32 ? key : undefined;
  } catch {
    return undefined;
  }
}

async function makeKey(path: string): Promise<Buffer> {
  const key = randomBytes(32);
  await writeFile(path, safeStorage.encryptString(key.toString("base64")), { mode: 0o600 });
  return key;
}
