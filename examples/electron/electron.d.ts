/** The parts of Electron's types that the example uses. This project does not install Electron, and `init` does not write this file. */
declare module "electron" {
  export const app: {
    readonly isPackaged: boolean;
    whenReady(): Promise<void>;
    on(event: "window-all-closed", listener: () => void): void;
    quit(): void;
  };
  interface WebContents {
    on(event: "will-navigate", listener: (event: { preventDefault(): void }) => void): void;
    setWindowOpenHandler(handler: () => { action: "deny" }): void;
  }
  export class BrowserWindow {
    constructor(options: { readonly webPreferences: { readonly preload: string } });
    readonly webContents: WebContents;
    loadURL(url: string): Promise<void>;
    loadFile(path: string): Promise<void>;
  }
}
