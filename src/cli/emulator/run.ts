import type { Emulator, EmulatorApplication } from "slashpass/emulator";
import { escapeControls } from "../frame/terminal-text.ts";
import type { Outcome } from "../frame/run-command.ts";
import { linesOf, settingsOf } from "./settings.ts";
import { setTimeout } from "node:timers/promises";
import { describeError } from "../frame/failure.ts";
import { Inside, isInside, withoutNamespace } from "./as-service/inside.ts";
import { refuseWithoutNamespace, runInNamespace } from "./as-service/outside.ts";
import { type EmulatorCall, type StartOptions, readStartOptions } from "./options.ts";
import {
  openPage,
  requestLine,
  type StartedEmulator,
  startWithOptions,
  untilOver,
} from "./start-emulator.ts";

type EmulatorSummary = Pick<Emulator, "application" | "apiBase" | "webBase" | "guilds"> & {
  readonly players: readonly { readonly name: string }[];
};

export function greetingOf(emulator: EmulatorSummary, envFile: string | undefined): string {
  const { application, apiBase, webBase, players, guilds } = emulator;
  const guild = guilds.map(({ id, name }) => `${id} (${escapeControls(name)})`)[0] ?? "none";
  return `The emulator runs on this machine. Press Ctrl-C to stop it. Its page shows the
application's secrets and commands: ${webBase}/

  webBase      ${webBase}
  apiBase      ${apiBase}
  application  ${application.id} (${escapeControls(application.name)}, ${application.publicClient ? "a public client" : "with a secret"})
  public key   ${application.publicKey}
  guild        ${guild}
  players      ${players.map(({ name }) => escapeControls(name)).join(", ")}, or any other name${activityOf(emulator)}

${envFile === undefined ? pasteOf(emulator) : `The settings, including the secrets, are in ${envFile}`}
`;
}

function activityOf({ application }: EmulatorSummary): string {
  const root = application.activity?.mappings.find(({ prefix }) => prefix === "/");
  return root
    ? `\n  Activity     ${escapeControls(root.target)}, launched by the entry point command on the page`
    : "";
}

function pasteOf(emulator: EmulatorSummary): string {
  const { open, secret } = settingsOf(emulator);
  return `Settings to copy. To write all settings to a file, including
${Object.keys(secret).join(" and ")}, use --env.

${linesOf(open)}`;
}

interface Attempts {
  readonly signal: AbortSignal;
  readonly onRefused: (error: Error) => void;
  /** Milliseconds between attempts. Default 500. */
  readonly pauseMs?: number;
}

/** Retries, because the game's server usually starts later. */
export async function setEndpoint(
  application: Pick<EmulatorApplication, "setInteractionsEndpoint">,
  url: string,
  { signal, onRefused, pauseMs = 500 }: Attempts,
): Promise<boolean> {
  let reported = "";
  while (!signal.aborted) {
    try {
      await application.setInteractionsEndpoint(url);
      return true;
    } catch (error) {
      const { message } = error as Error;
      if (message !== reported) onRefused(error as Error);
      reported = message;
    }
    await setTimeout(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  return false;
}

export async function run(call: EmulatorCall): Promise<Outcome> {
  const { asService, open } = call.options;
  if (asService) refuseWithoutNamespace(call);
  const startOptions = await readStartOptions(call);
  const onServing = async (page: Pick<Emulator, "webBase">) => {
    if (open) await openPage(call, page);
  };
  if (!asService) return serve(call, startOptions, { onServing });
  if (isInside(call)) return serve(call, startOptions, { inside: new Inside(call) });
  // The browser runs outside the namespace.
  return { lasting: () => runInNamespace(call, startOptions, (page) => void onServing(page)) };
}

interface Surroundings {
  readonly inside?: Inside;
  readonly onServing?: (emulator: Emulator) => Promise<void>;
}

async function serve(
  call: EmulatorCall,
  startOptions: StartOptions,
  { inside, onServing }: Surroundings,
): Promise<Outcome> {
  const { terminal } = call;
  const started = await startWithOptions(
    call,
    { ...startOptions, port: inside?.port ?? startOptions.port },
    (record) => terminal.log(requestLine(record, terminal.notePaint)),
  );
  const { emulator } = started;
  try {
    await inside?.open();
  } catch (error) {
    await emulator.close();
    throw error;
  }
  greet(call, startOptions, emulator);
  await onServing?.(emulator);
  const { application, apiBase, webBase } = emulator;
  return {
    result: { applicationId: application.id, publicKey: application.publicKey, apiBase, webBase },
    lasting: async () => {
      await using _inside = inside;
      return await serveUntilOver(call, startOptions, started);
    },
  };
}

/** Standard output belongs to the child program. */
function greet(
  { arguments: { command }, options: { asService }, terminal }: EmulatorCall,
  { envFile }: StartOptions,
  emulator: Emulator,
): void {
  if (command.length === 0) terminal.print(greetingOf(emulator, envFile));
  else {
    const reached = asService ? " and is reachable at the service's host names" : "";
    terminal.note(
      `The emulator runs on this machine until '${command[0]}' exits${reached}. Its page: ${emulator.webBase}/`,
    );
  }
}

async function serveUntilOver(
  call: EmulatorCall,
  { endpoint }: StartOptions,
  { emulator, state }: StartedEmulator,
): Promise<number> {
  await using _closed = emulator;
  const over = new AbortController();
  const setting =
    endpoint === undefined ? undefined : announceEndpoint(call, emulator, endpoint, over.signal);
  try {
    const { open, secret } = settingsOf(emulator);
    return await untilOver({ ...call, env: withoutNamespace(call.env) }, { ...open, ...secret });
  } finally {
    over.abort();
    await setting;
    await state?.saveOrThrow();
  }
}

async function announceEndpoint(
  { terminal }: EmulatorCall,
  { application }: Emulator,
  url: string,
  signal: AbortSignal,
): Promise<void> {
  const onRefused = (error: Error) => {
    const { message, hint = "" } = describeError(error);
    terminal.note(
      `${terminal.notePaint.yellow(`Interactions are not sent to ${url} yet:`)} ${message} ${hint}`.trimEnd(),
    );
  };
  if (await setEndpoint(application, url, { signal, onRefused })) terminal.note(`Interactions go to ${url}`);
}
