import { isClientError, openSystemBrowser } from "slashpass";
import { type ActivityInit, type Emulator, type EmulatorOptions, startEmulator } from "slashpass/emulator";
import { misunderstood } from "../frame/failure.ts";
import { namingPortHolder } from "../frame/port-holder.ts";
import type { Call } from "../frame/run-command.ts";
import { withIdentities } from "./fixed-world.ts";
import type { EmulatorWish } from "./options.ts";
import { settingsOf, writeSettings } from "./settings.ts";
import { readState, StateFile, stateUnreadable } from "./state-file.ts";
import { readWorld, worldUnusable } from "./world-file.ts";

type StartCall = Pick<Call, "terminal">;

export interface StartedEmulator {
  readonly emulator: Emulator;
  readonly state: StateFile | undefined;
}

/**
 * @throws Failure `misunderstood`, `file_unreadable`, `world_unusable`, `state_unreadable`, `state_not_written`,
 *   `env_file_not_written`; ClientError `port_unavailable`.
 */
export async function startWished(
  call: StartCall,
  wish: EmulatorWish,
  onRequest: EmulatorOptions["onRequest"],
): Promise<StartedEmulator> {
  let state: StateFile | undefined;
  const emulator = await start(call, wish, (record) => {
    onRequest?.(record);
    void state?.save();
  });
  try {
    const settings = settingsOf(emulator);
    if (wish.activity) setActivity(emulator, wish.activity);
    for (const secret of Object.values(settings.secret)) call.terminal.mask(secret);
    state = await keepState(call, wish, emulator);
    if (wish.envFile !== undefined) await writeSettings(wish.envFile, settings);
    return { emulator, state };
  } catch (error) {
    await emulator.close();
    throw error;
  }
}

async function start(
  { terminal }: StartCall,
  { port, worldFile, stateFile, reset }: EmulatorWish,
  onRequest: EmulatorOptions["onRequest"],
): Promise<Emulator> {
  const state = stateFile === undefined || reset ? undefined : await readState(stateFile);
  const world = worldFile === undefined ? {} : await readWorld(worldFile);
  if (state && worldFile !== undefined)
    terminal.note(`The state of ${stateFile} continues. With --reset, ${worldFile} counts again.`);
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

async function keepState(
  { terminal }: StartCall,
  { stateFile }: EmulatorWish,
  emulator: Emulator,
): Promise<StateFile | undefined> {
  if (stateFile === undefined) return undefined;
  const onError = (error: Error) => terminal.note(terminal.notePaint.yellow(error.message));
  const state = new StateFile(stateFile, { exportState: () => emulator.exportState(), onError });
  await state.saveOrThrow();
  return state;
}

/** Does not throw: the page can be opened manually. */
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
