import type { ValuesOf } from "../frame/definition.ts";
import { misunderstood, withFlags } from "../frame/failure.ts";
import { isId, refusePlanted } from "../settings/config-file.ts";
import { type Settings, readSettings, type settingsOptions } from "../settings/settings.ts";
import type { scopeOptions, checkOption, fileOption } from "./definitions.ts";
import { resolve } from "node:path";
import type { Call } from "../frame/run-command.ts";
import {
  type CommandScope,
  CommandsClient,
  type GlobalCommand,
  type GuildScope,
  type PlanWarning,
} from "slashpass/commands";
import type { AccessCall } from "../settings/application-secrets.ts";
import { readCredential } from "../settings/credential.ts";

/**
 * The settings with the guild that the command line means; without one, the commands of everywhere are meant.
 *
 * @throws Failure `misunderstood`.
 */
export function chooseScope<S extends Pick<Settings, "guildId">>(
  settings: S,
  { guild, global = false }: Partial<ValuesOf<typeof scopeOptions>>,
): S {
  if (guild === undefined) return global ? { ...settings, guildId: undefined } : settings;
  if (global) throw misunderstood("--guild and --global cannot be used together.", "Give only one of them.");
  if (isId(guild)) return { ...settings, guildId: guild };
  throw misunderstood(
    `--guild takes the id of a guild, not '${guild}'.`,
    "Copy it in Discord's developer mode.",
  );
}

type Options = ValuesOf<typeof settingsOptions> &
  Partial<ValuesOf<typeof scopeOptions & typeof fileOption & typeof checkOption>>;

/** The settings, and how commands are checked. */
export interface Target extends Settings {
  readonly allowUnknownFields?: boolean | undefined;
}

/**
 * The application, the guild where one is meant, and the file with the commands: of the config, and of the command line before
 * it.
 *
 * @throws Failure as {@link readSettings}, and `misunderstood`.
 */
export async function readTarget(
  call: Pick<Call, "env" | "cwd"> & { readonly options: Options },
): Promise<Target> {
  const { cwd, options } = call;
  const { allowUnknownFields } = options;
  const settings = { ...chooseScope(await readSettings(call), options), allowUnknownFields };
  if (options.file !== undefined) return { ...settings, commandsFile: resolve(cwd, options.file) };
  if ("file" in options) refusePlanted(settings.commandsFile, "If you trust it, name it with --file.");
  return settings;
}

/** The target in the output of `--json`. */
export function targetAsData({ environment, applicationId, guildId }: Settings) {
  return { environment, applicationId, guildId };
}

/** The application, its credential, and where the service is: what clients of the API are made from. */
export async function readAccess(call: AccessCall, settings: Settings) {
  const { applicationId, apiBase } = settings;
  return {
    applicationId,
    apiBase,
    credential: await readCredential(call, settings),
    onSecret: (secret: string) => call.terminal.mask(secret),
  };
}

/** The application's commands, with its credential. */
export async function openClient(call: AccessCall, settings: Target): Promise<CommandsClient> {
  return clientWith(await readAccess(call, settings), call, settings);
}

/** What {@link readAccess} returns. */
export type Access = Awaited<ReturnType<typeof readAccess>>;

function clientWith(access: Access, call: AccessCall, { allowUnknownFields }: Target): CommandsClient {
  const onWarning = ({ message }: PlanWarning): void =>
    call.terminal.note(call.terminal.notePaint.yellow(withFlags(message)));
  return new CommandsClient({ ...access, allowUnknownFields, onWarning });
}

/** The commands of one guild, or of everywhere. */
export type LiveScope = CommandScope<GlobalCommand> | GuildScope;

/** The commands of the guild that the settings name, or of everywhere. */
export async function openScope(call: AccessCall, settings: Target): Promise<LiveScope> {
  return scopeWith(await readAccess(call, settings), call, settings);
}

/** The same with an access that was read before: the person is asked for a credential once. */
export function scopeWith(access: Access, call: AccessCall, settings: Target): LiveScope {
  const client = clientWith(access, call, settings);
  return settings.guildId === undefined ? client.global : client.guild(settings.guildId);
}
