// Where the tokens are: in a file whose key safeStorage guards. fileTokenStore does the rest, such as replacing the file as a whole.
import { randomBytes } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { safeStorage } from "electron";
import { fileTokenStore, memoryTokenStore, type TokenStore } from "slashpass";

/**
 * The store; in memory where nothing can be kept, so that the game starts all the same: without a keychain, or on a full disk.
 * Call it once the app is ready.
 *
 * @param folder - of this player alone: app.getPath("userData").
 */
export async function openTokenStore(folder: string): Promise<TokenStore> {
  if (!hasKeychain()) return memoryTokenStore();
  const path = join(folder, "tokens");
  try {
    const key = await readKey(`${path}.key`);
    if (key) return fileTokenStore({ path, key });
    // What was sealed with another key can never be read again.
    await rm(path, { force: true });
    return fileTokenStore({ path, key: await makeKey(`${path}.key`) });
  } catch {
    return memoryTokenStore();
  }
}

function hasKeychain(): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false;
  // On Linux without a keychain safeStorage encrypts with a password that is the same everywhere.
  return process.platform !== "linux" || safeStorage.getSelectedStorageBackend() !== "basic_text";
}

/** Undefined where there is none yet, or none that the system's keychain can open, as after the player has reset it. */
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
