import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runProgram } from "../setup/child-process.ts";
import { temporaryFolder } from "../setup/temporary-folder.ts";

const root = join(import.meta.dirname, "../..");

/** Electron's module is CommonJS. `session` throws before the app is ready. */
const electron = `
const { EventEmitter } = require("node:events");
const events = new EventEmitter();
let isReady = false;
const ready = new Promise((resolve) => setImmediate(() => { isReady = true; resolve(); }));
module.exports = {
  app: {
    isPackaged: true,
    isReady: () => isReady,
    whenReady: () => ready,
    getPath: () => __dirname,
    getAppPath: () => __dirname,
    getLocale: () => "en-US",
    requestSingleInstanceLock: () => true,
    exit: process.exit,
    quit: () => events.emit("will-quit", { preventDefault() {} }),
    on: events.on.bind(events),
  },
  ipcMain: { handle() {} },
  shell: { async openExternal() {} },
  safeStorage: { isEncryptionAvailable: () => false, getSelectedStorageBackend: () => "basic_text" },
  BrowserWindow: { getAllWindows: () => [], fromWebContents: () => null },
  get session() {
    if (!isReady) throw new Error("session cannot be used before ready");
    return { defaultSession: { registerPreloadScript: ({ filePath }) => console.log(filePath) } };
  },
};`;

const program = `
const account = setUpSlashpass({ applicationId: "123456789012345678", scopes: "identify", onError: ({ code }) => console.log(code) });
account.subscribe(({ status }) => console.log(status));
try {
  setUpSlashpass({ applicationId: "123456789012345678", scopes: "identify" });
} catch (error) {
  console.log(error.code, error instanceof ClientError);
}`;

describe("the built main process", () => {
  it.each([
    [
      "an ES module",
      "main.mjs",
      'import { ClientError } from "slashpass"; import { setUpSlashpass } from "slashpass/electron";',
    ],
    [
      "a CommonJS module",
      "main.cjs",
      'const { ClientError } = require("slashpass"); const { setUpSlashpass } = require("slashpass/electron");',
    ],
  ])("runs from %s and registers the packaged preload script", async (_name, file, imports) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "node_modules/electron"), { recursive: true });
    writeFileSync(join(folder, "node_modules/electron/index.js"), electron);
    symlinkSync(root, join(folder, "node_modules/slashpass"));
    writeFileSync(join(folder, file), imports + program);
    const preserve = ["--preserve-symlinks", "--preserve-symlinks-main"];
    const { status, stdout } = await runProgram(process.execPath, [...preserve, file], { cwd: folder });
    const preload = join(folder, "node_modules/slashpass/dist/electron/preload-script.cjs");
    expect({ status, lines: stdout.trim().split("\n") }).toEqual({
      status: 0,
      lines: ["restoring", "duplicate true", preload, "restoring", "keychain_absent", "signed-out"],
    });
  });
});
