import {
  type CommandScope,
  CommandsClient,
  type GlobalCommand,
  type GuildScope,
  type PlanWarning,
} from "slashpass/commands";
import type { Call } from "../frame/call.ts";
import { readCredential } from "../settings/credential.ts";
import type { Settings } from "../settings/settings.ts";
import type { Target } from "./read-target.ts";

/** The application, its credential, and where the service is: what clients of the API are made from. */
export async function readAccess(call: Pick<Call, "env" | "terminal">, settings: Settings) {
  const { applicationId, apiBase } = settings;
  return {
    applicationId,
    apiBase,
    credential: await readCredential(call, settings),
    onSecret: (secret: string) => call.terminal.mask(secret),
  };
}

/** The application's commands, with its credential. */
export async function openClient(
  call: Pick<Call, "env" | "terminal">,
  settings: Target,
): Promise<CommandsClient> {
  const { allowUnknownFields } = settings;
  const onWarning = ({ message }: PlanWarning): void =>
    call.terminal.note(call.terminal.notePaint.yellow(message));
  return new CommandsClient({ ...(await readAccess(call, settings)), allowUnknownFields, onWarning });
}

/** The commands of the guild that the settings name, or of everywhere. */
export async function openScope(
  call: Pick<Call, "env" | "terminal">,
  settings: Target,
): Promise<CommandScope<GlobalCommand> | GuildScope> {
  const client = await openClient(call, settings);
  return settings.guildId === undefined ? client.global : client.guild(settings.guildId);
}
