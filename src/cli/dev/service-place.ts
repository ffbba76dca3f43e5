import { CommandsClient, type PlanWarning } from "slashpass/commands";
import { type LiveScope, readAccess, type Target } from "../commands/open-client.ts";
import { ExitCode, misunderstood, withFlags } from "../frame/failure.ts";
import { variables } from "../frame/variables.ts";
import { confirmWrite, targetOf } from "../settings/confirm-write.ts";
import { apiOf, type ProjectFiles, readSettings, type Settings } from "../settings/settings.ts";
import { holdApplication } from "./hold-application.ts";
import { journalPath, writeJournal } from "./journal.ts";
import { ApplicationEndpoint } from "./application-endpoint.ts";
import type { Place } from "./place.ts";
import { type Changed, setBack } from "./set-back.ts";
import { type DevCall, readPublicUrl } from "./wish.ts";

/** The default port in tunnel documentation. */
const usualPort = 3000;

/**
 * First restores changes that a crash left behind.
 *
 * @throws Failure `protected_environment`, `application_taken`, `no_bot_token`, and the errors of {@link setBack}.
 */
export async function openServicePlace(
  call: DevCall,
  { folder, commandsFile }: ProjectFiles,
  { url, port = usualPort }: { readonly url: string; readonly port: number | undefined },
): Promise<Place> {
  const target: Target = { ...(await readSettings(call)), commandsFile };
  refuseProtected(target);
  const publicUrl = readPublicUrl(url, target);
  const release = await holdApplication(target, call.signal);
  try {
    const changed = await openChanged(call, target, folder);
    await confirmWrite(
      { ...call, options: { ...call.options, confirm: undefined } },
      target,
      `Set its endpoint URL to ${publicUrl}, and keep its commands as the file has them, until the end`,
    );
    await setBack(changed);
    return await describe(call, changed, { target, publicUrl, port, release });
  } catch (error) {
    await release();
    throw error;
  }
}

export async function restoreService(call: DevCall, { folder }: ProjectFiles) {
  const settings = await readSettings(call);
  const release = await holdApplication(settings, call.signal);
  try {
    const exitCode = await setBack(await openChanged(call, settings, folder));
    return { settings, exitCode };
  } finally {
    await release();
  }
}

/** @throws Failure `no_bot_token`: only a bot token can read and change the application. */
async function openChanged(call: DevCall, settings: Settings, folder: string): Promise<Changed> {
  const { terminal, signal } = call;
  const access = await readAccess(call, settings);
  if (!("botToken" in access.credential)) {
    throw misunderstood(
      `The token of the bot of application ${settings.applicationId} is needed: a client secret cannot change its endpoint URL.`,
      `Set ${variables.botToken}.`,
      "no_bot_token",
    );
  }
  const onWarning = ({ message }: PlanWarning): void =>
    terminal.note(terminal.notePaint.yellow(withFlags(message)));
  return {
    settings,
    terminal,
    signal,
    application: new ApplicationEndpoint(access),
    commands: new CommandsClient({ ...access, onWarning }),
    journalFile: journalPath(folder, settings.applicationId),
  };
}

interface Opened {
  readonly target: Target;
  readonly publicUrl: string;
  readonly port: number;
  readonly release: () => Promise<void>;
}

async function describe(
  { signal, terminal }: DevCall,
  changed: Changed,
  { target, publicUrl, port, release }: Opened,
): Promise<Place> {
  const { application, commands, journalFile } = changed;
  const { applicationId, apiBase, environment, guildId } = target;
  const { publicKey, endpointUrl } = await terminal.during("Reading the application", () =>
    application.read(signal),
  );
  const scope: LiveScope = guildId === undefined ? commands.global : commands.guild(guildId);
  return {
    target,
    scope,
    variables: {
      [variables.applicationId]: applicationId,
      [variables.publicKey]: publicKey,
      ...(apiBase !== undefined && { [variables.apiBase]: apiBase }),
    },
    endpointPort: port,
    addresses: [
      ["application", targetOf(target).replace(/^application /, "")],
      ["public URL", publicUrl],
    ],
    result: { applicationId, environment, guildId, publicUrl, journal: journalFile },
    async begin() {
      const snapshot = await terminal.during("Reading the live commands and permissions", () =>
        scope.snapshot({ signal }),
      );
      const before = { applicationId, api: apiOf(target), guildId, publicUrl, endpointUrl };
      await writeJournal(journalFile, { format: 1, ...before, commands: snapshot });
    },
    point: () => application.setEndpointUrl(publicUrl, signal),
    leave: async () => (await setBack(changed)) ?? ExitCode.Done,
    close: release,
  };
}

function refuseProtected({ environment = "", protected: isProtected }: Settings): void {
  if (!isProtected) return;
  throw misunderstood(
    `'slashpass dev' does not touch the protected environment '${environment}': players would reach your machine.`,
    "Name another one with --environment.",
    "protected_environment",
  );
}
