import { ApiClient } from "slashpass/api";
import { CommandsClient } from "slashpass/commands";
import { clientWith, type LiveScope, readAccess, type Target } from "../commands/open-client.ts";
import { describeError, ExitCode, Failure, misunderstood } from "../frame/failure.ts";
import { variables } from "../frame/host.ts";
import { applicationOf, confirmWrite, targetOf } from "../settings/confirm-write.ts";
import { apiOf, type ProjectFiles, readSettings, type Settings } from "../settings/settings.ts";
import {
  type ChangedApplication,
  isUrlRejected,
  journalPath,
  restoreFromJournal,
  setEndpointUrl,
  writeJournal,
} from "./journal.ts";
import { type DevCall, type DevService, readPublicUrl } from "./options.ts";
import { once } from "node:events";
import { isClientError, withProcessLock } from "slashpass";
import { readStartOptions } from "../emulator/options.ts";
import { openPage, requestLine, startWithOptions } from "../emulator/start-emulator.ts";
import { settingsOf } from "../emulator/settings.ts";

export async function startEmulatorService(
  call: DevCall,
  { commandsFile, languagesFolder }: ProjectFiles,
): Promise<DevService> {
  const { options, terminal } = call;
  const startOptions = await readStartOptions({ ...call, options: { ...options, endpoint: undefined } });
  const { emulator, state } = await startWithOptions(call, startOptions, (record) => {
    const isRefused = (record.status ?? 500) >= 400 || record.reason !== undefined;
    if (isRefused) terminal.log(requestLine(record, terminal.notePaint));
  });
  const { application, apiBase, webBase } = emulator;
  const { open, secret } = settingsOf(emulator);
  return {
    target: { environment: undefined, applicationId: application.id, apiBase, commandsFile, languagesFolder },
    scope: new CommandsClient(emulator.commandsOptions()).global,
    variables: { ...open, ...secret },
    endpointPort: undefined,
    addresses: [["emulator", `${webBase}/`]],
    result: { applicationId: application.id, apiBase, webBase },
    prepare: () => Promise.resolve(),
    async setEndpoint(endpointUrl) {
      await application.setInteractionsEndpoint(endpointUrl).catch((error: unknown) => {
        throw new Failure(
          `The handler does not respond as the service requires. ${(error as Error).message}`,
          {
            code: "bad_handler",
            hint: "Pass process.env.SLASHPASS_PUBLIC_KEY and process.env.SLASHPASS_API_BASE to createInteractionHandler; slashpass sets both.",
          },
        );
      });
      if (options.open) await openPage(call, emulator);
    },
    restore() {
      // Prevents the saved state from containing the URL of a stopped server.
      application.removeInteractionsEndpoint();
      return Promise.resolve(ExitCode.Done);
    },
    async close() {
      await using _closed = emulator;
      await state?.saveOrThrow();
    },
  };
}

/** The port that tunnel documentation usually uses. */
const usualPort = 3000;

export async function openDiscordService(
  call: DevCall,
  { folder, commandsFile }: ProjectFiles,
  { url, port = usualPort }: { readonly url: string; readonly port: number | undefined },
): Promise<DevService> {
  const target: Target = { ...(await readSettings(call)), commandsFile };
  refuseProtected(target);
  const publicUrl = readPublicUrl(url, target);
  const release = await lockApplication(target, call.signal);
  try {
    const changed = await openChanged(call, target, folder);
    await confirmWrite(
      { ...call, options: { ...call.options, confirm: undefined } },
      target,
      `Set the endpoint URL to ${publicUrl} and keep the commands in sync with the file until exit`,
    );
    await restoreFromJournal(changed);
    return await describe(call, changed, { target, publicUrl, port, release });
  } catch (error) {
    await release();
    throw error;
  }
}

export async function restoreApplication(call: DevCall, { folder }: ProjectFiles) {
  const settings = await readSettings(call);
  const release = await lockApplication(settings, call.signal);
  try {
    const exitCode = await restoreFromJournal(await openChanged(call, settings, folder));
    return { settings, exitCode };
  } finally {
    await release();
  }
}

async function openChanged(call: DevCall, settings: Settings, folder: string): Promise<ChangedApplication> {
  const { terminal, signal } = call;
  const access = await readAccess(call, settings);
  if (!("botToken" in access.credential)) {
    throw misunderstood(
      `The bot token of application ${settings.applicationId} is required, because a client secret cannot change the endpoint URL.`,
      `Set ${variables.botToken}.`,
      "no_bot_token",
    );
  }
  return {
    settings,
    terminal,
    signal,
    application: new ApiClient(access).application,
    commands: clientWith(access, call, settings),
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
  changed: ChangedApplication,
  { target, publicUrl, port, release }: Opened,
): Promise<DevService> {
  const { application, commands, journalFile } = changed;
  const { applicationId, apiBase, environment, guildId } = target;
  const live = await terminal.during("Reading the application", () => application.get({ signal }));
  const scope: LiveScope = guildId === undefined ? commands.global : commands.guild(guildId);
  return {
    target,
    scope,
    variables: {
      [variables.applicationId]: applicationId,
      [variables.publicKey]: live.verify_key,
      ...(apiBase !== undefined && { [variables.apiBase]: apiBase }),
    },
    endpointPort: port,
    addresses: [
      ["application", targetOf(target).replace(/^application /, "")],
      ["public URL", publicUrl],
    ],
    result: { applicationId, environment, guildId, publicUrl, journal: journalFile },
    async prepare() {
      const snapshot = await terminal.during("Reading the live commands and permissions", () =>
        scope.snapshot({ signal }),
      );
      const { interactions_endpoint_url: url } = live;
      const endpointUrl = typeof url === "string" ? url : null;
      const before = { applicationId, api: apiOf(target), guildId, publicUrl, endpointUrl };
      await writeJournal(journalFile, { format: 1, ...before, commands: snapshot });
    },
    async setEndpoint() {
      await setEndpointUrl(changed, publicUrl, signal).catch((error: unknown) => {
        if (!isUrlRejected(error)) throw error;
        const { code, message } = describeError(error);
        const hint = "Check that the tunnel is running and forwards to this endpoint.";
        throw new Failure(message, { code, hint });
      });
    },
    restore: async () => (await restoreFromJournal(changed)) ?? ExitCode.Done,
    close: release,
  };
}

function refuseProtected({ environment = "", protected: isProtected }: Settings): void {
  if (!isProtected) return;
  throw misunderstood(
    `'slashpass dev' cannot use the protected environment '${environment}', because it would send players' interactions to your machine.`,
    "Select another one with --environment.",
    "protected_environment",
  );
}

/** Long enough for another process to exit. */
const lockTimeoutMs = 1_000;

/** Locks the application against this user's other `slashpass dev` processes. The operating system releases the lock on exit. */
export async function lockApplication(settings: Settings, signal: AbortSignal): Promise<() => Promise<void>> {
  const timeout = AbortSignal.timeout(lockTimeoutMs);
  const over = new AbortController();
  const name = `slashpass dev: ${settings.applicationId} at ${apiOf(settings)}`;
  let holding: Promise<void> | undefined;
  await new Promise<void>((resolve, reject) => {
    const hold = async (): Promise<void> => {
      resolve();
      await once(over.signal, "abort");
    };
    holding = withProcessLock(name, hold, AbortSignal.any([signal, timeout]));
    holding.catch((error: unknown) => {
      const isTaken = isClientError(error) && error.code === "aborted" && !signal.aborted;
      reject(isTaken ? taken(settings) : error);
    });
  });
  return async () => {
    over.abort();
    await holding;
  };
}

function taken({ applicationId, environment }: Settings): Failure {
  const application = applicationOf(applicationId, environment);
  return new Failure(`Another 'slashpass dev' is using application ${application}.`, {
    code: "application_taken",
    hint: "Stop it, or use another application with --environment.",
  });
}
