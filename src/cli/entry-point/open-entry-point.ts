import type { Command, CommandScope, GlobalCommand } from "slashpass/commands";
import { findEntryPoint } from "slashpass/interactions";
import { openClient } from "../commands/open-client.ts";
import type { Call } from "../frame/call.ts";
import type { settingsOptions } from "../settings/parameters.ts";
import { readSettings, type Settings } from "../settings/settings.ts";

/** The application's entry point, where it has one, and the commands among which it is. */
export interface OpenEntryPoint {
  readonly settings: Settings;
  readonly scope: CommandScope<GlobalCommand>;
  readonly live: Command | undefined;
}

export async function openEntryPoint(call: Call<typeof settingsOptions>): Promise<OpenEntryPoint> {
  const { terminal, signal } = call;
  // It is never a guild's.
  const settings = { ...(await readSettings(call)), guildId: undefined };
  const { global: scope } = await openClient(call, settings);
  const live = await terminal.during("Reading the live commands", () => findEntryPoint(scope, { signal }));
  return { settings, scope, live };
}
