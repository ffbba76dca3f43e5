// The main process of an Electron game. Tokens stay here; the page is told who plays, and nothing else.
import { join } from "node:path";
import { app, BrowserWindow, ipcMain, shell } from "electron";
import { Client, deliverRedirect, playerMessage, type Session } from "slashpass";
import { openTokenStore } from "./token-store.ts";

const scheme = "com.example.game";

// Windows and Linux start a second process for each URL of a scheme that an installer has registered. It ends here.
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
  // These two are for the emulator: leave them out to talk to Discord.
  apiBase: process.env["SLASHPASS_API_BASE"],
  webBase: process.env["SLASHPASS_WEB_BASE"],
  openBrowser: (url) => shell.openExternal(url),
  store,
});

/** What the page shows. */
interface Shown {
  /** The name of the player who is signed in. */
  readonly player?: string | undefined;
  /** Whether the player stays signed in at the next start. */
  readonly isKept: boolean;
  /** What went wrong, in the player's language. */
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
