/** A cancellable event. */
interface Preventable {
  preventDefault(): void;
}

/** A frame of a page. Reading a property throws if the frame no longer exists. */
export interface Frame {
  readonly url: string;
  readonly origin: string;
  readonly parent: object | null;
  send(channel: string, message: unknown): void;
}

export interface Contents {
  readonly mainFrame: Frame;
  getType(): string;
  isDestroyed(): boolean;
}

/** A call from a page. `senderFrame` is `null` if the frame was closed or has navigated. */
export interface IpcEvent {
  readonly sender: Contents;
  readonly senderFrame: Frame | null;
}

/** Electron's `app`. */
export interface ElectronApp {
  readonly isPackaged: boolean;
  isReady(): boolean;
  whenReady(): Promise<void>;
  getPath(name: "userData"): string;
  getAppPath(): string;
  getLocale(): string;
  requestSingleInstanceLock(): boolean;
  exit(code: number): void;
  quit(): void;
  on(event: "second-instance", listener: (event: Preventable, argv: string[]) => void): unknown;
  on(event: "open-url", listener: (event: Preventable, url: string) => void): unknown;
  on(event: "will-quit", listener: (event: Preventable) => void): unknown;
}

/** Electron's `safeStorage`. Versions before 43 may lack the asynchronous functions. */
export interface SafeStorage {
  isEncryptionAvailable(): boolean;
  encryptString(text: string): Buffer;
  decryptString(bytes: Buffer): string;
  isAsyncEncryptionAvailable?(): Promise<boolean>;
  encryptStringAsync?(text: string): Promise<Buffer>;
  decryptStringAsync?(bytes: Buffer): Promise<{ readonly result: string }>;
  /** Only on Linux. */
  getSelectedStorageBackend?(): string;
}

export interface Electron {
  readonly app: ElectronApp;
  readonly safeStorage: SafeStorage;
  readonly shell: { openExternal(url: string): Promise<void> };
  readonly ipcMain: {
    handle(channel: string, listener: (event: IpcEvent, ...args: unknown[]) => unknown): void;
  };
  readonly session: {
    readonly defaultSession: {
      registerPreloadScript(script: { type: "frame"; id: string; filePath: string }): string;
    };
  };
  readonly BrowserWindow: {
    getAllWindows(): readonly { readonly webContents: Contents }[];
    fromWebContents(contents: never): object | null;
  };
}
