// Stands in for Electron's main process and behaves as Electron documents.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { EventEmitter } from "node:events";
import type { Contents, Electron, Frame, IpcEvent } from "../../../src/electron/electron-api.ts";
import { electronClone } from "./clone.js";

/** A frame. Electron throws when a property of a disposed frame is read. */
export class StandInFrame implements Frame {
  readonly contents: StandInContents;
  readonly #parent: StandInFrame | null;
  readonly received: unknown[] = [];
  /** Delivers a message to the frame's page. */
  deliver: (channel: string, message: unknown) => void = (_channel, message) => this.received.push(message);
  #url: string;
  #isDisposed = false;

  constructor(contents: StandInContents, url: string, parent: StandInFrame | null = null) {
    this.contents = contents;
    this.#url = url;
    this.#parent = parent;
  }

  get url(): string {
    return this.#alive().#url;
  }

  get origin(): string {
    const { protocol, host } = new URL(this.url);
    return protocol === "file:" ? "file://" : `${protocol}//${host}`;
  }

  get parent(): StandInFrame | null {
    return this.#alive().#parent;
  }

  send(channel: string, message: unknown): void {
    const copy = electronClone(message);
    this.contents.sent.push(copy);
    this.#alive().deliver(channel, copy);
  }

  navigate(url: string): void {
    this.#url = url;
  }

  dispose(): void {
    this.#isDisposed = true;
  }

  #alive(): this {
    if (this.#isDisposed) throw new Error("Render frame was disposed before WebFrameMain could be accessed");
    return this;
  }
}

/** The contents of a window or webview. */
export class StandInContents implements Contents {
  readonly #type: string;
  /** All messages that the main process sent to this page. */
  readonly sent: unknown[] = [];
  mainFrame: StandInFrame;
  #isDestroyed = false;

  constructor(url: string, type = "window") {
    this.#type = type;
    this.mainFrame = new StandInFrame(this, url);
  }

  getType(): string {
    if (this.#isDestroyed) throw new TypeError("Object has been destroyed");
    return this.#type;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.mainFrame.dispose();
  }
}

export interface StandInSettings {
  readonly userData: string;
  readonly appPath?: string;
  readonly isPackaged?: boolean;
  readonly locale?: string;
  /** The keychain's key. Data encrypted with one key cannot be decrypted with another. */
  readonly keychainKey?: Buffer;
  /** Linux only: `basic_text` is not a keychain. */
  readonly backend?: string;
  readonly isEncryptionAvailable?: boolean;
  readonly isFirstInstance?: boolean;
  /** The player's browser. */
  openExternal?: (url: string) => Promise<void>;
}

type Handler = (event: IpcEvent, ...args: unknown[]) => unknown;

export class ElectronStandIn implements Electron {
  readonly settings: StandInSettings;
  readonly events = new EventEmitter();
  readonly opened: string[] = [];
  readonly preloads: string[] = [];
  readonly windows = new Set<StandInContents>();
  readonly exits: number[] = [];
  /** Every value sent to or from a page. */
  readonly traffic: unknown[] = [];
  quits = 0;
  readonly #handlers = new Map<string, Handler>();
  readonly #ready: Promise<void>;
  #resolveReady: () => void = () => undefined;
  #isReady = false;

  constructor(settings: StandInSettings) {
    this.settings = settings;
    this.#ready = new Promise((resolve) => (this.#resolveReady = resolve));
  }

  /** Emits `ready`. */
  start(): void {
    this.#isReady = true;
    this.#resolveReady();
  }

  openWindow(url: string): StandInContents {
    const contents = new StandInContents(url);
    this.windows.add(contents);
    return contents;
  }

  /** Simulates a call to `ipcRenderer.invoke` in `frame`. */
  async invoke(frame: StandInFrame, channel: string, ...args: unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel);
    const given = electronClone(args);
    if (!handler) throw invokeError(channel, new Error(`No handler registered for '${channel}'`));
    try {
      const event = { sender: frame.contents, senderFrame: frame };
      const result = electronClone(await handler(event, ...given));
      this.traffic.push(given, result);
      return result;
    } catch (error) {
      throw invokeError(channel, error);
    }
  }

  #requireReady(): void {
    if (!this.#isReady) throw new Error("cannot be used before app is ready");
  }

  readonly app: Electron["app"] = this.#withPackaged({
    isReady: () => this.#isReady,
    whenReady: () => this.#ready,
    getPath: () => this.settings.userData,
    getAppPath: () => this.settings.appPath ?? "/game",
    getLocale: () => (this.#isReady ? (this.settings.locale ?? "en-US") : ""),
    requestSingleInstanceLock: () => this.settings.isFirstInstance ?? true,
    exit: (code) => void this.exits.push(code),
    quit: () => {
      let isPrevented = false;
      this.events.emit("will-quit", { preventDefault: () => (isPrevented = true) });
      if (!isPrevented) this.quits += 1;
    },
    on: (event: string, listener: (...args: never[]) => void) => this.events.on(event, listener as never),
  });

  #withPackaged(app: Omit<Electron["app"], "isPackaged">): Electron["app"] {
    const isPackaged = () => this.settings.isPackaged ?? false;
    return Object.defineProperty(app, "isPackaged", { get: isPackaged }) as Electron["app"];
  }

  readonly ipcMain: Electron["ipcMain"] = {
    handle: (channel, listener) => {
      if (this.#handlers.has(channel))
        throw new Error(`Attempted to register a second handler for '${channel}'`);
      this.#handlers.set(channel, listener);
    },
  };

  readonly shell: Electron["shell"] = {
    openExternal: async (url) => {
      this.opened.push(url);
      await this.settings.openExternal?.(url);
    },
  };

  readonly session: Electron["session"] = this.#createSession();

  #createSession(): Electron["session"] {
    const requireReady = () => this.#requireReady();
    const registerPreloadScript = ({ filePath }: { readonly filePath: string }): string => {
      this.preloads.push(filePath);
      return "slashpass";
    };
    return {
      get defaultSession() {
        requireReady();
        return { registerPreloadScript };
      },
    };
  }

  readonly BrowserWindow: Electron["BrowserWindow"] = {
    getAllWindows: () => [...this.windows].map((webContents) => ({ webContents })),
    // A webview belongs to the window of its embedder.
    fromWebContents: (contents: StandInContents) =>
      this.windows.has(contents) || contents.getType() === "webview" ? {} : null,
  };

  get #key(): Buffer {
    return this.settings.keychainKey ?? Buffer.alloc(32, 7);
  }

  readonly safeStorage: Electron["safeStorage"] & { isEncryptionAvailable(): boolean } = {
    isEncryptionAvailable: () => this.#isReady && (this.settings.isEncryptionAvailable ?? true),
    isAsyncEncryptionAvailable: async () => this.safeStorage.isEncryptionAvailable(),
    getSelectedStorageBackend: () =>
      this.#isReady ? (this.settings.backend ?? "gnome_libsecret") : "unknown",
    encryptString: (text) => {
      this.#requireReady();
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", this.#key, nonce);
      const encrypted = [cipher.update(text), cipher.final()];
      return Buffer.concat([nonce, cipher.getAuthTag(), ...encrypted]);
    },
    decryptString: (bytes) => {
      this.#requireReady();
      const decipher = createDecipheriv("aes-256-gcm", this.#key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString();
    },
    encryptStringAsync: async (text) => this.safeStorage.encryptString(text),
    decryptStringAsync: async (bytes) => ({ result: this.safeStorage.decryptString(bytes) }),
  };
}

/** Electron reduces a handler's error to its message. */
function invokeError(channel: string, error: unknown): Error {
  return new Error(`Error invoking remote method '${channel}': ${String(error)}`);
}
