// The main process of an Electron game. Tokens stay here; the page is told who plays, and nothing else.
import { join } from "node:path";
import { app, BrowserWindow, ipcMain, shell } from "electron";
import { Client, deliverRedirect, isClientError } from "slashpass";
import { safeStorageTokenStore } from "./safe-storage-token-store.js";

const scheme = "com.example.game";

// Windows and Linux start a second process for each URL of a scheme that an installer has registered. It ends here.
if (!app.requestSingleInstanceLock()) app.exit();

app.on("second-instance", (_event, argv) => argv.forEach((argument) => deliverRedirect(argument)));
app.on("open-url", (event, url) => {
  event.preventDefault();
  deliverRedirect(url);
});

await app.whenReady();

const client = new Client({
  applicationId: process.env["SLASHPASS_APPLICATION_ID"] ?? "1234567890123456789",
  // These two are for the emulator: leave them out to talk to Discord.
  apiBase: process.env["SLASHPASS_API_BASE"],
  webBase: process.env["SLASHPASS_WEB_BASE"],
  openBrowser: (url) => shell.openExternal(url),
  store: await safeStorageTokenStore(app.getPath("userData")),
});

ipcMain.handle("sign-in", async () => {
  try {
    const session = await client.signIn({ scopes: "identify", customSchemeParam: scheme });
    return { player: (await session.user()).name };
  } catch (error) {
    if (!isClientError(error)) throw error;
    return { problem: error.code, advice: error.hint };
  }
});
ipcMain.handle("sign-out", async () => void (await client.signOut()));

let isClosed = false;
app.on("will-quit", (event) => {
  if (isClosed) return;
  event.preventDefault();
  isClosed = true;
  void client.close().then(() => app.quit());
});

const window = new BrowserWindow({ webPreferences: { preload: join(import.meta.dirname, "preload.cjs") } });
await window.loadFile("index.html");
