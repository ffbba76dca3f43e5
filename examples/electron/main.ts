// The main process of an Electron game. Tokens stay here; the page receives only the player's name and status messages.
import { join } from "node:path";
import { app, BrowserWindow, ipcMain, shell } from "electron";
import { Client, deliverRedirect, playerMessage, type Session } from "slashpass";
import { openTokenStore } from "./token-store.ts";

const scheme = "com.example.game";

// On Windows and Linux, opening a URL of a registered scheme starts a second process. It exits here.
if (!app.requestSingleInstanceLock()) app.exit();

app.on("second-instance", (_event, argv) => argv.forEach((argument) => deliverRedirect(argument)));
app.on("open-url", (event, url) => {
  event.preventDefault();
  deliverRedirect(url);
});

await app.whenReady();

const store = await openTokenStore(app.getPath("userData"));
const client = new Client({
  applicationId: process.env["SLASHPASS_APPLICATION_ID"] ?? "1234567890123456789",
  // For the emulator; omit both for Discord.
  apiBase: process.env["SLASHPASS_API_BASE"],
  webBase: process.env["SLASHPASS_WEB_BASE"],
  openBrowser: (url) => shell.openExternal(url),
  store,
});

/** The state that the page displays. */
interface Shown {
  /** The name of the signed-in player. */
  readonly player?: string | undefined;
  /** Whether the session is restored at the next start. */
  readonly isKept: boolean;
  /** An error message in the player's language. */
  readonly problem?: string;
}

async function show(work: () => Promise<Session | undefined>): Promise<Shown> {
  const isKept = store.name === "file";
  try {
    const session = await work();
    return { player: session?.player?.name, isKept };
  } catch (error) {
    return { problem: await playerMessage(error, app.getLocale()), isKept };
  }
}

ipcMain.handle("restore", () => show(() => client.restoreSession()));
ipcMain.handle("sign-in", () => show(() => client.signIn({ scopes: "identify", customSchemeParam: scheme })));
ipcMain.handle("cancel", () => client.AbortAuthorize());
ipcMain.handle("sign-out", async () => void (await client.signOut()));

let isClosed = false;
app.on("will-quit", (event) => {
  if (isClosed) return;
  event.preventDefault();
  isClosed = true;
  void client.close().then(() => app.quit());
});

const window = new BrowserWindow({ webPreferences: { preload: join(import.meta.dirname, "preload.cjs") } });
await window.loadFile(join(import.meta.dirname, "page/index.html"));
