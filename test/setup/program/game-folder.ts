import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { type Emulator, startEmulator } from "../../../src/emulator/index.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { type ProgramRun, type ProgramSetting, runInProcess } from "./run-in-process.ts";

/** Starts an emulator for all tests in the file. */
export async function useEmulator(): Promise<Emulator> {
  const emulator = await startEmulator();
  afterAll(() => emulator.close());
  return emulator;
}

/** Creates a temporary directory with these files. Objects are written as JSON. */
export function folderWith(files: Readonly<Record<string, unknown>>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content, null, 2));
  }
  return folder;
}

/** Creates a game directory with commands, a config, and its own application in the emulator; `run` runs the program there. */
export function createGame(
  emulator: Emulator,
  commands: unknown,
  {
    environment = {},
    application: init = {},
  }: { environment?: object; application?: Parameters<Emulator["addApplication"]>[0] } = {},
) {
  const application = emulator.addApplication(init);
  const config = {
    environments: {
      development: { applicationId: application.id, apiBase: emulator.apiBase, ...environment },
    },
    commands: "commands.json",
  };
  const cwd = folderWith({ "slashpass.config.json": config, "commands.json": commands });
  const env = { SLASHPASS_BOT_TOKEN: application.botToken };
  return {
    application,
    config,
    cwd,
    env,
    write: (name: string, content: unknown) =>
      writeFileSync(
        join(cwd, name),
        typeof content === "string" ? content : JSON.stringify(content, null, 2),
      ),
    run: (args: readonly string[], setting: ProgramSetting = {}): Promise<ProgramRun> =>
      runInProcess(args, { cwd, ...setting, env: { ...env, ...setting.env } }),
  };
}

export type Game = ReturnType<typeof createGame>;

export const ping = { name: "ping", description: "Answers." };
export const score = {
  name: "score",
  description: "Shows a score.",
  options: [{ type: 6, name: "player", description: "Whose.", required: true }],
};
