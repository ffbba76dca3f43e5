import {
  type Emulator,
  type RequestRecord,
  type EmulatorApplication,
  type ActivityInit,
  type EmulatorOptions,
  startEmulator,
} from "slashpass/emulator";
import { shown, type Paint } from "../frame/shown.ts";
import { type Outcome, runCommand } from "../frame/run-command.ts";
import { linesOf, settingsOf, writeSettings } from "./settings.ts";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { isClientError, openSystemBrowser } from "slashpass";
import { withIdentities } from "./fixed-world.ts";
import { Inside, isInside, withoutNamespace } from "./as-service/inside.ts";
import { runInNamespace } from "./as-service/outside.ts";
import { readWorld, worldUnusable } from "./world-file.ts";
import { ExitCode, misunderstood, tell } from "../frame/failure.ts";
import { type EmulatorCall, type EmulatorWish, readWish } from "./options.ts";
import { readState, StateFile, stateUnreadable } from "./state-file.ts";

/** The shown part of an emulator. */
type ShownEmulator = Pick<Emulator, "application" | "apiBase" | "webBase" | "guilds"> & {
  readonly players: readonly { readonly name: string }[];
};

/** Its addresses and its world, without secrets. */
export function greetingOf(emulator: ShownEmulator, envFile: string | undefined): string {
  const { application, apiBase, webBase, players, guilds } = emulator;
  const guild = guilds.map(({ id, name }) => `${id} (${shown(name)})`)[0] ?? "none";
  return `The service runs on this machine. Ctrl-C ends it. Its page for you, with the
application's secrets and commands: ${webBase}/

  webBase      ${webBase}
  apiBase      ${apiBase}
  application  ${application.id} (${shown(application.name)}, ${application.publicClient ? "a public client" : "with a secret"})
  public key   ${application.publicKey}
  guild        ${guild}
  players      ${players.map(({ name }) => shown(name)).join(", ")}, or any other name${activityOf(emulator)}

${envFile === undefined ? pasteOf(emulator) : `Settings, with the secrets, are in ${envFile}`}
`;
}

/** Nothing where there is none. */
function activityOf({ application }: ShownEmulator): string {
  const root = application.activity?.mappings.find(({ prefix }) => prefix === "/");
  return root
    ? `\n  Activity     ${shown(root.target)}, launched by the entry point command on the page`
    : "";
}

function pasteOf(emulator: ShownEmulator): string {
  const { open, secret } = settingsOf(emulator);
  return `Settings to paste. ${Object.keys(secret).join(" and ")}
are secrets, which --env writes to a file:

${linesOf(open)}`;
}

/** A request, its answer, how long that took, and whether it was refused, and why. */
export function requestLine(
  { method, path, status, durationMs, reason }: RequestRecord,
  paint: Paint,
): string {
  const asked = shown(`${method.padEnd(6)} ${path}`);
  const took = paint.dim(`${durationMs.toFixed(0)} ms`);
  if (status === undefined) return [asked, took, paint.red("no answer, the connection ended")].join("  ");
  const isRefused = status >= 400 || reason !== undefined;
  const why = reason === undefined ? "refused" : `refused: ${shown(reason)}`;
  return [asked, String(status), took, isRefused ? paint.red(why) : paint.green("ok")].join("  ");
}

interface Attempts {
  readonly signal: AbortSignal;
  /** Called with the problem, whenever it is another one than before. */
  readonly onRefused: (error: Error) => void;
  /** Milliseconds between two attempts. Default 500. */
  readonly pauseMs?: number;
}

/**
 * Sets where interactions go, as soon as something answers there as the service wants it: a game's server mostly starts after
 * the emulator.
 *
 * @returns whether it was set before the signal.
 */
export async function setEndpoint(
  application: Pick<EmulatorApplication, "setInteractionsEndpoint">,
  url: string,
  { signal, onRefused, pauseMs = 500 }: Attempts,
): Promise<boolean> {
  let told = "";
  while (!signal.aborted) {
    try {
      await application.setInteractionsEndpoint(url);
      return true;
    } catch (error) {
      const { message } = error as Error;
      if (message !== told) onRefused(error as Error);
      told = message;
    }
    await setTimeout(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  return false;
}

/** Serves until Ctrl-C, or until the command after `--` ends. */
export async function run(call: EmulatorCall): Promise<Outcome> {
  const wish = await readWish(call);
  if (!wish.asService) return serve(call, wish);
  if (isInside(call)) return serve(call, wish, new Inside(call));
  // The browser is outside.
  const onServing = (page: Pick<Emulator, "webBase">) => void showPage(call, page);
  return { lasting: () => runInNamespace(call, wish, onServing) };
}

async function serve(call: EmulatorCall, wish: EmulatorWish, inside?: Inside): Promise<Outcome> {
  const { terminal } = call;
  let state: StateFile | undefined;
  const emulator = await start(call, { ...wish, port: inside?.port ?? wish.port }, (record) => {
    terminal.log(requestLine(record, terminal.notePaint));
    void state?.save();
  });
  try {
    if (wish.activity) setActivity(emulator, wish.activity);
    for (const secret of Object.values(settingsOf(emulator).secret)) terminal.mask(secret);
    state = await keepState(call, wish, emulator);
    if (wish.envFile !== undefined) await writeSettings(wish.envFile, settingsOf(emulator));
    await inside?.open();
    greet(call, wish, emulator);
    if (!inside) await showPage(call, emulator);
  } catch (error) {
    await emulator.close();
    throw error;
  }
  const { application, apiBase, webBase } = emulator;
  return {
    result: { applicationId: application.id, publicKey: application.publicKey, apiBase, webBase },
    lasting: async () => {
      await using _left = inside;
      return await goOn(call, wish, emulator, state);
    },
  };
}

async function start(
  { terminal }: EmulatorCall,
  { port, worldFile, stateFile, reset }: EmulatorWish,
  onRequest: EmulatorOptions["onRequest"],
): Promise<Emulator> {
  const state = stateFile === undefined || reset ? undefined : await readState(stateFile);
  const world = worldFile === undefined ? {} : await readWorld(worldFile);
  if (state && worldFile !== undefined)
    terminal.note(`The state of ${stateFile} continues. With --reset, ${worldFile} counts again.`);
  try {
    return await startEmulator({
      port,
      onRequest,
      ...(state ? { state } : { world: withIdentities(world) }),
    });
  } catch (error) {
    if (!isClientError(error) || error.code === "port_unavailable") throw error;
    if (state && stateFile !== undefined) throw stateUnreadable(stateFile, error.message);
    if (worldFile !== undefined) throw worldUnusable(worldFile, error.message, error.hint);
    throw error;
  }
}

/** @throws Failure `misunderstood` for a mapping that the emulator refuses. */
function setActivity({ application }: Emulator, activity: ActivityInit): void {
  try {
    application.setActivity(activity);
  } catch (error) {
    if (!isClientError(error)) throw error;
    throw misunderstood(`The URL mappings cannot be used. ${error.message}`, error.hint);
  }
}

/** The standard output is a command's own, where there is one. */
function greet(
  { arguments: { command }, terminal }: EmulatorCall,
  { envFile, asService }: EmulatorWish,
  emulator: Emulator,
): void {
  if (command.length === 0) terminal.print(greetingOf(emulator, envFile));
  else {
    const reached = asService ? ", which reaches it by its own names" : "";
    terminal.note(
      `The service runs on this machine until '${command[0]}' ends${reached}. Its page: ${emulator.webBase}/`,
    );
  }
}

/** @throws Failure `state_not_written`. */
async function keepState(
  { terminal }: EmulatorCall,
  { stateFile }: EmulatorWish,
  emulator: Emulator,
): Promise<StateFile | undefined> {
  if (stateFile === undefined) return undefined;
  const onError = (error: Error) => terminal.note(terminal.notePaint.yellow(error.message));
  const state = new StateFile(stateFile, { exportState: () => emulator.exportState(), onError });
  await state.saveOrThrow();
  return state;
}

/** Where it is asked for. A failure is not worth an end: the page can be opened by hand. */
async function showPage(
  { options, terminal, own }: EmulatorCall,
  { webBase }: Pick<Emulator, "webBase">,
): Promise<void> {
  if (!options.open) return;
  try {
    await (own?.openBrowser ?? openSystemBrowser)(`${webBase}/`);
  } catch (error) {
    terminal.note(`${(error as Error).message} Open the page yourself: ${webBase}/`);
  }
}

async function goOn(
  call: EmulatorCall,
  { endpoint }: EmulatorWish,
  emulator: Emulator,
  state: StateFile | undefined,
): Promise<number> {
  await using _closed = emulator;
  const over = new AbortController();
  const setting =
    endpoint === undefined ? undefined : announceEndpoint(call, emulator, endpoint, over.signal);
  try {
    return await untilOver(call, emulator);
  } finally {
    over.abort();
    await setting;
    await state?.saveOrThrow();
  }
}

function untilOver(
  { arguments: { command }, env, cwd, signal }: EmulatorCall,
  emulator: Emulator,
): Promise<number> {
  if (command.length === 0) return ended(signal);
  const { open, secret } = settingsOf(emulator);
  return runCommand(command, { env: { ...withoutNamespace(env), ...open, ...secret }, cwd, signal });
}

async function announceEndpoint(
  { terminal }: EmulatorCall,
  { application }: Emulator,
  url: string,
  signal: AbortSignal,
): Promise<void> {
  const onRefused = (error: Error) => {
    const { message, hint = "" } = tell(error);
    terminal.note(
      `${terminal.notePaint.yellow(`Interactions do not go to ${url} yet:`)} ${message} ${hint}`.trimEnd(),
    );
  };
  if (await setEndpoint(application, url, { signal, onRefused })) terminal.note(`Interactions go to ${url}`);
}

async function ended(signal: AbortSignal): Promise<number> {
  if (!signal.aborted) await once(signal, "abort");
  return ExitCode.Done;
}
