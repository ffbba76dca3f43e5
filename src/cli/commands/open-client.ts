import type { ValuesOf } from "../frame/definition.ts";
import { misunderstood, withFlags } from "../frame/failure.ts";
import { isId, refusePlanted } from "../settings/config-file.ts";
import type { checkOption, fileOption, scopeOptions, settingsOptions } from "../options.ts";
import { type Settings, readSettings } from "../settings/settings.ts";
import { resolve } from "node:path";
import type { Call } from "../frame/run-command.ts";
import {
  type CommandScope,
  CommandsClient,
  type GlobalCommand,
  type GuildScope,
  type PlanWarning,
  type ApiCredential,
} from "slashpass/commands";
import {
  type AccessCall,
  type ApplicationSecrets,
  applicationSecretsIn,
  credentialOf,
  maskSecrets,
  refuseForeignHost,
  secretIn,
} from "../settings/application-secrets.ts";
import { variables } from "../frame/host.ts";

export function chooseScope<S extends Pick<Settings, "guildId">>(
  settings: S,
  { guild, global = false }: Partial<ValuesOf<typeof scopeOptions>>,
): S {
  if (guild === undefined) return global ? { ...settings, guildId: undefined } : settings;
  if (global)
    throw misunderstood("--guild and --global cannot be used together.", "Specify only one of them.");
  if (isId(guild)) return { ...settings, guildId: guild };
  throw misunderstood(
    `--guild must be a guild id, not '${guild}'.`,
    "To copy ids, enable Developer Mode in Discord.",
  );
}

type Options = ValuesOf<typeof settingsOptions> &
  Partial<ValuesOf<typeof scopeOptions & typeof fileOption & typeof checkOption>>;

export interface Target extends Settings {
  readonly allowUnknownFields?: boolean | undefined;
}

export async function readTarget(
  call: Pick<Call, "env" | "cwd"> & { readonly options: Options },
): Promise<Target> {
  const { cwd, options } = call;
  const { allowUnknownFields } = options;
  const settings = { ...chooseScope(await readSettings(call), options), allowUnknownFields };
  if (options.file !== undefined) return { ...settings, commandsFile: resolve(cwd, options.file) };
  if ("file" in options) refusePlanted(settings.commandsFile, "If you trust it, pass it with --file.");
  return settings;
}

/** Application settings and entry points are global. */
export async function readGlobalTarget(call: Parameters<typeof readSettings>[0]): Promise<Settings> {
  return { ...(await readSettings(call)), guildId: undefined };
}

export function refuseJson(terminal: Call["terminal"], option: string, reason = ""): void {
  if (!terminal.isForPrograms) return;
  throw misunderstood(`${option} and --json cannot be used together${reason}.`, "Specify only one of them.");
}

export function targetAsData({ environment, applicationId, guildId }: Settings) {
  return { environment, applicationId, guildId };
}

export async function readAccess(call: AccessCall, settings: Settings) {
  const { applicationId, apiBase } = settings;
  return {
    applicationId,
    apiBase,
    credential: await readCredential(call, settings),
    onSecret: (secret: string) => call.terminal.mask(secret),
  };
}

export async function openClient(call: AccessCall, settings: Target): Promise<CommandsClient> {
  return clientWith(await readAccess(call, settings), call, settings);
}

export type Access = Awaited<ReturnType<typeof readAccess>>;

export function clientWith(access: Access, call: AccessCall, { allowUnknownFields }: Target): CommandsClient {
  const onWarning = ({ message }: PlanWarning): void =>
    call.terminal.note(call.terminal.notePaint.yellow(withFlags(message)));
  return new CommandsClient({ ...access, allowUnknownFields, onWarning });
}

export type LiveScope = CommandScope<GlobalCommand> | GuildScope;

export async function openScope(call: AccessCall, settings: Target): Promise<LiveScope> {
  return scopeWith(await readAccess(call, settings), call, settings);
}

/** Reuses `access` so that the user is prompted only once. */
export function scopeWith(access: Access, call: AccessCall, settings: Target): LiveScope {
  const client = clientWith(access, call, settings);
  return settings.guildId === undefined ? client.global : client.guild(settings.guildId);
}

/**
 * Reads the application's credential from `SLASHPASS_<ENVIRONMENT>_BOT_TOKEN` and `_CLIENT_SECRET`, then `SLASHPASS_BOT_TOKEN`
 * and `SLASHPASS_CLIENT_SECRET`, then the keychain, then a prompt. Adds the player's token from `SLASHPASS_ACCESS_TOKEN`.
 *
 * @throws Failure `no_credential` or `credential_refused` if the terminal is not interactive; `foreign_host` from {@link
 *   refuseForeignHost}.
 */
export async function readCredential(call: AccessCall, settings: Settings): Promise<ApiCredential> {
  const { env, terminal } = call;
  refuseForeignHost(settings);
  const secrets = await (applicationSecretsIn(env, settings) ?? storedOrTyped(call, settings));
  maskSecrets(secrets, terminal);
  const accessToken = secretIn(env, variables.accessToken);
  if (accessToken === undefined) return credentialOf(secrets, settings.applicationId);
  terminal.mask(accessToken);
  const userToken = () => Promise.resolve(accessToken);
  return { ...credentialOf(secrets, settings.applicationId), userToken };
}

async function storedOrTyped(call: AccessCall, settings: Settings): Promise<ApplicationSecrets> {
  return (await import("../settings/stored-secrets.ts")).storedOrTyped(call, settings);
}
