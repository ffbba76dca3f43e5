import { once } from "node:events";
import { isClientError, openSystemBrowser } from "slashpass";
import {
  type ActivityInit,
  type Emulator,
  type EmulatorOptions,
  type RequestRecord,
  startEmulator,
  type WorldInit,
} from "slashpass/emulator";
import { ExitCode, misunderstood } from "../frame/failure.ts";
import { namingPortHolder } from "../frame/port-holder.ts";
import { type Call, runCommand } from "../frame/run-command.ts";
import { withIdentities } from "./fixed-world.ts";
import type { StartOptions } from "./options.ts";
import { settingsOf, writeSettings } from "./settings.ts";
import { readState, StateFile, stateUnreadable } from "./state-file.ts";
import { isObject } from "../../core/check/readers.ts";
import { loadFile } from "../settings/load-file.ts";
import { type Paint, escapeControls } from "../frame/terminal-text.ts";

type StartCall = Pick<Call, "terminal">;

export interface StartedEmulator {
  readonly emulator: Emulator;
  readonly state: StateFile | undefined;
}

export async function startWithOptions(
  call: StartCall,
  startOptions: StartOptions,
  onRequest: EmulatorOptions["onRequest"],
): Promise<StartedEmulator> {
  let state: StateFile | undefined;
  const emulator = await start(call, startOptions, (record) => {
    onRequest?.(record);
    void state?.save();
  });
  try {
    const settings = settingsOf(emulator);
    if (startOptions.activity) setActivity(emulator, startOptions.activity);
    for (const secret of Object.values(settings.secret)) call.terminal.mask(secret);
    state = await openState(call, startOptions, emulator);
    if (startOptions.envFile !== undefined) await writeSettings(startOptions.envFile, settings);
    return { emulator, state };
  } catch (error) {
    await emulator.close();
    throw error;
  }
}

async function start(
  { terminal }: StartCall,
  { port, worldFile, stateFile, reset }: StartOptions,
  onRequest: EmulatorOptions["onRequest"],
): Promise<Emulator> {
  const state = stateFile === undefined || reset ? undefined : await readState(stateFile);
  const world = worldFile === undefined ? {} : await readWorld(worldFile);
  if (state && worldFile !== undefined)
    terminal.note(
      `The state was loaded from ${stateFile}, so ${worldFile} is ignored. To use the world, add --reset.`,
    );
  try {
    const starting = startEmulator({
      port,
      onRequest,
      ...(state ? { state } : { world: withIdentities(world) }),
    });
    return await namingPortHolder(port, starting);
  } catch (error) {
    if (!isClientError(error) || error.code === "port_unavailable") throw error;
    if (state && stateFile !== undefined) throw stateUnreadable(stateFile, error.message);
    if (worldFile !== undefined) throw worldUnusable(worldFile, error.message, error.hint);
    throw error;
  }
}

function setActivity({ application }: Emulator, activity: ActivityInit): void {
  try {
    application.setActivity(activity);
  } catch (error) {
    if (!isClientError(error)) throw error;
    throw misunderstood(`The URL mappings cannot be used. ${error.message}`, error.hint);
  }
}

async function openState(
  { terminal }: StartCall,
  { stateFile }: StartOptions,
  emulator: Emulator,
): Promise<StateFile | undefined> {
  if (stateFile === undefined) return undefined;
  const onError = (error: Error) => terminal.note(terminal.notePaint.yellow(error.message));
  const state = new StateFile(stateFile, { exportState: () => emulator.exportState(), onError });
  await state.saveOrThrow();
  return state;
}

/** Does not throw, because the user can open the page manually. */
export async function openPage(
  { terminal, own }: Pick<Call, "terminal" | "own">,
  { webBase }: Pick<Emulator, "webBase">,
): Promise<void> {
  try {
    await (own?.openBrowser ?? openSystemBrowser)(`${webBase}/`);
  } catch (error) {
    terminal.note(`${(error as Error).message} Open the page yourself: ${webBase}/`);
  }
}

export async function readWorld(path: string): Promise<WorldInit> {
  const value = await loadFile(path, "The world");
  if (!isObject(value)) throw worldUnusable(path, "It must be an object.");
  // `$schema` is only for editors.
  const { $schema: _, ...world } = value;
  return world;
}

function worldUnusable(path: string, problem: string, hint?: string) {
  return misunderstood(
    `${path} cannot be used as the emulator's world. ${inFile(problem)}`,
    hint === undefined
      ? "For its fields, see slashpass/schemas/world.json. Set $schema in the file to check it in your editor."
      : inFile(hint),
    "world_unusable",
  );
}

function inFile(text: string): string {
  return text.replaceAll("options.world.", "").replaceAll("options.world", "The world");
}

export function requestLine(
  { method, path, status, durationMs, reason }: RequestRecord,
  paint: Paint,
): string {
  const requestText = escapeControls(`${method.padEnd(6)} ${path}`);
  const took = paint.dim(`${durationMs.toFixed(0)} ms`);
  if (status === undefined)
    return [requestText, took, paint.red("connection closed without a response")].join("  ");
  const isRefused = status >= 400 || reason !== undefined;
  const why = reason === undefined ? "refused" : `refused: ${escapeControls(reason)}`;
  return [requestText, String(status), took, isRefused ? paint.red(why) : paint.green("ok")].join("  ");
}

type ProgramCall = Pick<Call, "env" | "cwd" | "signal"> & {
  readonly arguments: { readonly command: readonly string[] };
};

export async function untilOver(
  { arguments: { command }, env, cwd, signal }: ProgramCall,
  settings: Call["env"],
): Promise<number> {
  if (command.length > 0) return runCommand(command, { env: { ...env, ...settings }, cwd, signal });
  if (!signal.aborted) await once(signal, "abort");
  return ExitCode.Done;
}
