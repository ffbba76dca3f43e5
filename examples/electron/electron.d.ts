/** A hand-written subset of Electron's types, because this project does not depend on Electron. */
declare module "electron" {
  interface Preventable {
    preventDefault(): void;
  }
  interface Events {
    "second-instance": (event: Preventable, argv: string[]) => void;
    "open-url": (event: Preventable, url: string) => void;
    "will-quit": (event: Preventable) => void;
  }

  export const app: {
    requestSingleInstanceLock(): boolean;
    on<Name extends keyof Events>(name: Name, listener: Events[Name]): void;
    whenReady(): Promise<void>;
    getPath(name: "userData"): string;
    getLocale(): string;
    quit(): void;
    exit(code?: number): void;
  };
  export const shell: { openExternal(url: string): Promise<void> };
  export const safeStorage: {
    isEncryptionAvailable(): boolean;
    getSelectedStorageBackend(): string;
    encryptString(text: string): Buffer;
    decryptString(bytes: Buffer): string;
  };
  export const ipcMain: { handle(channel: string, listener: () => unknown): void };
  export const ipcRenderer: { invoke(channel: string): Promise<unknown> };
  export const contextBridge: { exposeInMainWorld(name: string, api: object): void };
  export class BrowserWindow {
    constructor(options: { readonly webPreferences: { readonly preload: string } });
    loadFile(path: string): Promise<void>;
  }
}
