import { type Command, EntryPointHandler } from "slashpass/commands";
import { escapeControls } from "../frame/terminal-text.ts";
import type { Call } from "../frame/run-command.ts";
import { findEntryPoint } from "slashpass/interactions";
import { openClient, readGlobalTarget } from "../commands/open-client.ts";
import type { settingsOptions } from "../options.ts";

export const handlers = {
  application: EntryPointHandler.AppHandler,
  discord: EntryPointHandler.DiscordLaunchActivity,
} as const;

export function describeEntryPoint({ id, name, description, handler }: Command): string[][] {
  return [
    ["name", escapeControls(name)],
    ["id", id],
    ["description", escapeControls(description) || "none"],
    ["handler", describeHandler(handler)],
  ];
}

export function describeHandler(handler: number | undefined): string {
  if (handler === handlers.application) return "application: your code handles each launch";
  if (handler === undefined || handler === handlers.discord) return "discord: Discord launches the Activity";
  return String(handler);
}

export async function openEntryPoint(call: Call<typeof settingsOptions>) {
  const { terminal, signal } = call;
  const settings = await readGlobalTarget(call);
  const { global: scope } = await openClient(call, settings);
  const live = await terminal.during("Reading the live commands", () => findEntryPoint(scope, { signal }));
  return { settings, scope, live };
}
