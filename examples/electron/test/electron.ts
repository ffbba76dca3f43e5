// Replaces Electron's main process in tests. The tokens of test players are stored unprotected in test/user-data.
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";

const userData = resolve("test/user-data");
mkdirSync(userData, { recursive: true });

export const app = {
  isPackaged: false,
  isReady: () => true,
  whenReady: () => Promise.resolve(),
  getPath: () => userData,
  getAppPath: () => process.cwd(),
  getLocale: () => "en-US",
  requestSingleInstanceLock: () => true,
  on: () => undefined,
  quit: () => undefined,
  exit: () => undefined,
};
/** Each test replaces `openExternal` with a function that acts as the player's browser. */
export const shell = { openExternal: (_url: string): Promise<void> => Promise.resolve() };
export const safeStorage = {
  isEncryptionAvailable: () => true,
  encryptString: (text: string) => Buffer.from(text),
  decryptString: (bytes: Buffer) => bytes.toString(),
};
export const ipcMain = { handle: () => undefined };
export const BrowserWindow = { getAllWindows: () => [], fromWebContents: () => null };
export const session = { defaultSession: { registerPreloadScript: () => "" } };

export default { app, shell, safeStorage, ipcMain, BrowserWindow, session };
