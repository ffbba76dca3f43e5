import { ApiClient, type GuildEndpoints } from "slashpass/api";
import { type Command, CommandsClient, type GuildScope, type PermissionOverwrite } from "slashpass/commands";
import { readAccess } from "../commands/open-client.ts";
import { readTarget } from "../commands/read-target.ts";
import type { Call } from "../frame/call.ts";
import { misunderstood } from "../frame/failure.ts";
import type { Settings } from "../settings/settings.ts";
import type { list } from "./definitions.ts";

/** A guild, and the application's commands that can be used there. */
export interface OpenGuild {
  readonly settings: Settings & { readonly guildId: string };
  readonly guild: GuildScope;
  readonly commands: readonly Command[];
  /** What the bot can read of the guild. */
  readonly ofBot: GuildEndpoints;
}

/** The overwrites of one command, or of the application; none where it has none. */
export async function readOverwrites(
  { guild }: OpenGuild,
  id: string,
  signal: AbortSignal,
): Promise<readonly PermissionOverwrite[]> {
  const all = await guild.permissions.list({ signal });
  return all.find((one) => one.id === id)?.permissions ?? [];
}

/** @throws Failure `no_guild`. */
export async function openGuild(
  call: Pick<Call<typeof list.options>, "options" | "env" | "cwd" | "terminal" | "signal">,
): Promise<OpenGuild> {
  const { terminal, signal } = call;
  const settings = await readTarget(call);
  const { guildId } = settings;
  if (guildId === undefined) {
    throw misunderstood(
      "Permissions belong to a guild, and no guild is given.",
      "Give --guild, or a guildId in the config.",
      "no_guild",
    );
  }
  const access = await readAccess(call, settings);
  const client = new CommandsClient(access);
  const guild = client.guild(guildId);
  const commands = await terminal.during("Reading the live commands", async () => [
    ...(await client.global.list({ signal })),
    ...(await guild.list({ signal })),
  ]);
  const ofBot = new ApiClient(access).guild(guildId);
  return { settings: { ...settings, guildId }, guild, commands, ofBot };
}
