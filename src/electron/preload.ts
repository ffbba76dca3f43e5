import electron from "electron";
import { type Bridge, type BridgeMethod, bridgeName, callChannel, stateChannel } from "./bridge.ts";

/** The parts of Electron that a sandboxed preload script can use. */
interface PreloadElectron {
  readonly contextBridge: { exposeInMainWorld(name: string, api: object): void };
  readonly ipcRenderer: {
    invoke(channel: string, ...args: unknown[]): Promise<unknown>;
    on(channel: string, listener: (event: unknown, ...args: unknown[]) => void): unknown;
  };
}

const { contextBridge, ipcRenderer } = electron as PreloadElectron;

/** Shared by all preload scripts of a page, because a name can be exposed only once. */
const exposed = Symbol.for("slashpass.exposed");

function call(method: BridgeMethod): (argument?: unknown) => Promise<never> {
  return (argument) => ipcRenderer.invoke(callChannel, method, argument) as Promise<never>;
}

/**
 * Exposes to the page the functions that `slashpass/electron/renderer` uses. Call it in a bundled preload script for sessions
 * other than the default one; `setUpSlashpass` registers a preload script for the default session. Later calls, and calls in
 * iframes, have no effect.
 *
 * @experimental
 * @throws Error if the window has `contextIsolation: false`, which would give the page access to `ipcRenderer`.
 */
export function exposeSlashpass(): void {
  const { contextIsolated, isMainFrame } = process as unknown as Record<string, unknown>;
  if (contextIsolated === false)
    throw new Error(
      "slashpass was not exposed to the page, because the window has contextIsolation: false. Remove this setting from the window's webPreferences.",
    );
  if (isMainFrame === false || exposed in globalThis) return;
  Object.defineProperty(globalThis, exposed, { value: true });
  const bridge: Bridge = {
    state: () => call("state")(),
    cancel: () => call("cancel")(),
    signOut: () => call("signOut")(),
    listAccounts: () => call("listAccounts")(),
    signIn: call("signIn"),
    switchAccount: call("switchAccount"),
    invoke: call("invoke"),
    onState: (listener) => void ipcRenderer.on(stateChannel, (_event, message) => listener(message as never)),
  };
  contextBridge.exposeInMainWorld(bridgeName, bridge);
}
