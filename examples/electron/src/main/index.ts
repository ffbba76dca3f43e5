import { join } from "node:path";
import { app, BrowserWindow } from "electron";
import "./account.ts";

async function openWindow(): Promise<void> {
  const preload = join(import.meta.dirname, "../preload/index.cjs");
  const window = new BrowserWindow({ webPreferences: { preload } });
  // Prevents the page from navigating away or opening windows.
  window.webContents.on("will-navigate", (event) => event.preventDefault());
  window.webContents.setWindowOpenHandler(() => ({ action: "deny" }));
  const { ELECTRON_RENDERER_URL: developmentUrl } = process.env;
  if (developmentUrl !== undefined && !app.isPackaged) await window.loadURL(developmentUrl);
  else await window.loadFile(join(import.meta.dirname, "../renderer/index.html"));
}

app.on("window-all-closed", () => app.quit());
// A top-level await would never finish, because Electron is ready only after this module has loaded.
void app.whenReady().then(openWindow);
