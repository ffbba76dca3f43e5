import { afterAll, beforeEach } from "vitest";
import { type Emulator, startEmulator } from "../../../src/emulator/index.ts";
import { ClientError, ErrorType } from "../../../src/core/errors.ts";
import { type TokenStore, memoryTokenStore } from "../../../src/store/token-store.ts";
import { type ProgramRun, type ProgramSetting, runInProcess } from "./run-in-process.ts";

/** The environment variables that select the emulator's application. */
export const variablesFor = ({ application, apiBase, webBase }: Emulator) => ({
  SLASHPASS_APPLICATION_ID: application.id,
  SLASHPASS_API_BASE: apiBase,
  SLASHPASS_WEB_BASE: webBase,
});

/** Starts one emulator for the file. Each test starts signed out. */
export async function usePlayer() {
  const emulator = await startEmulator({ deviceIntervalSeconds: 1 });
  const player = {
    emulator,
    store: memoryTokenStore(),
    openBrowser: undefined as ((url: string) => Promise<void>) | undefined,
    run(args: readonly string[], setting: ProgramSetting = {}): Promise<ProgramRun> {
      const { store, openBrowser } = player;
      const own = { store, ...(openBrowser && { openBrowser }) };
      return runInProcess(args, { env: variablesFor(emulator), own, ...setting });
    },
  };
  beforeEach(() => {
    player.store = memoryTokenStore();
    player.openBrowser = emulator.player("Ada").browser();
  });
  afterAll(() => emulator.close());
  return player;
}

export function absentKeychain(): TokenStore {
  const fail = () =>
    Promise.reject(
      new ClientError({ type: ErrorType.Disabled, code: "keychain_absent", message: "Absent." }),
    );
  return { ...memoryTokenStore(), name: "keychain", probe: fail, get: fail, set: fail, delete: fail };
}
