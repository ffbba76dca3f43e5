import { existsSync, realpathSync } from "node:fs";
import { relative, isAbsolute, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Contents, Electron, Frame, IpcEvent } from "./electron-api.ts";

/** Decides which pages may use the account (Electron's security guide, "Validate the sender of all IPC messages"). */
export class Senders {
  readonly #electron: Pick<Electron, "app" | "BrowserWindow">;
  readonly #origins: readonly string[];

  /** @param origins - The origins of the game's pages, in addition to the app's own files. */
  constructor(electron: Pick<Electron, "app" | "BrowserWindow">, origins: readonly string[] = []) {
    this.#electron = electron;
    this.#origins = origins;
  }

  /** Returns the reason why a call is rejected; `undefined` if it comes from one of the game's pages. */
  refuse({ sender, senderFrame }: IpcEvent): string | undefined {
    try {
      if (!senderFrame) return "its frame was closed or has navigated";
      if (senderFrame.parent !== null) return "it came from a frame inside a page";
      if (!this.#isWindow(sender)) return "it came from a webview or an unknown window";
      if (!this.#isExpected(senderFrame)) return `it came from a page loaded from ${describe(senderFrame)}`;
      return undefined;
    } catch {
      // Electron throws if the frame has been disposed of in the meantime.
      return "its frame was closed or has navigated";
    }
  }

  /** Returns the main frames of the windows that show one of the game's pages. */
  trustedFrames(): readonly Frame[] {
    const contents = this.#electron.BrowserWindow.getAllWindows().map(({ webContents }) => webContents);
    return contents.flatMap((one) => (this.#isTrusted(one) ? [one.mainFrame] : []));
  }

  #isTrusted(contents: Contents): boolean {
    try {
      return !contents.isDestroyed() && this.#isExpected(contents.mainFrame);
    } catch {
      return false;
    }
  }

  /** A webview belongs to its embedder's window, so its type is checked too. */
  #isWindow(contents: Contents): boolean {
    const { BrowserWindow } = this.#electron;
    return contents.getType() === "window" && BrowserWindow.fromWebContents(contents as never) !== null;
  }

  #isExpected({ origin, url }: Frame): boolean {
    if (url.startsWith("file:")) return this.#isFileOfApp(url);
    if (this.#origins.includes(origin)) return true;
    return (
      !this.#electron.app.isPackaged &&
      /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(origin)
    );
  }

  /** In development, the app's directory may be a symbolic link, while the page's URL contains the link's target. */
  #isFileOfApp(url: string): boolean {
    const folder = this.#electron.app.getAppPath();
    const path = fileURLToPath(url);
    return isInside(folder, path) || (existsSync(folder) && isInside(realpathSync(folder), path));
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Omits a web page's query and path, which may contain secrets. */
function describe({ origin, url }: Frame): string {
  return url.startsWith("file:") ? "a file outside the app" : `the origin ${origin.slice(0, 200)}`;
}
