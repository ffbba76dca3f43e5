import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Bridge } from "../../../src/electron/bridge.ts";
import { loadModulesAnew } from "../../setup/load-modules-anew.ts";

const exposed: Record<string, Bridge> = {};
const invoke = vi.fn(async () => ({ value: 1 }));
const on = vi.fn();
vi.mock("electron", () => ({
  default: {
    contextBridge: {
      exposeInMainWorld(name: string, api: Bridge) {
        if (name in exposed) throw new Error("Cannot bind an API on top of an existing property");
        exposed[name] = api;
      },
    },
    ipcRenderer: { invoke, on },
  },
}));

const marker = Symbol.for("slashpass.exposed");

beforeEach(() => {
  loadModulesAnew();
  for (const name of Object.keys(exposed)) delete exposed[name];
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, marker);
});

async function run(properties: object): Promise<() => void> {
  vi.stubGlobal("process", Object.assign(Object.create(process) as object, properties));
  await import("../../../src/electron/preload-script.ts");
  return (await import("../../../src/electron/preload.ts")).exposeSlashpass;
}

describe("the preload script", () => {
  it("exposes one function for each operation, even if it runs twice", async () => {
    const exposeAgain = await run({ contextIsolated: true, isMainFrame: true });
    exposeAgain();
    const { slashpassBridge: bridge } = exposed;
    expect(Object.keys(bridge ?? {}).toSorted()).toEqual([
      "cancel",
      "invoke",
      "listAccounts",
      "onState",
      "signIn",
      "signOut",
      "state",
      "switchAccount",
    ]);
    await bridge?.cancel();
    await bridge?.signIn({ device: true });
    for (const name of ["state", "signOut", "listAccounts"] as const) await bridge?.[name]();
    expect(invoke.mock.calls).toEqual([
      ["slashpass:call", "cancel", undefined],
      ["slashpass:call", "signIn", { device: true }],
      ["slashpass:call", "state", undefined],
      ["slashpass:call", "signOut", undefined],
      ["slashpass:call", "listAccounts", undefined],
    ]);
    const listener = vi.fn();
    bridge?.onState(listener);
    on.mock.calls[0]?.[1]({ sender: "hidden" }, { revision: 1 });
    expect(listener).toHaveBeenCalledWith({ revision: 1 });
  });

  it("exposes nothing in an iframe", async () => {
    await run({ contextIsolated: true, isMainFrame: false });
    expect(exposed).toEqual({});
  });

  it("throws without context isolation", async () => {
    await expect(run({ contextIsolated: false, isMainFrame: true })).rejects.toThrow(
      "Remove this setting from the window's webPreferences.",
    );
    expect(exposed).toEqual({});
  });
});
