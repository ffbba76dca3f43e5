import { type Command, EntryPointHandler } from "slashpass/commands";
import { shown } from "../frame/shown.ts";

/** Who answers a launch, as the option `--handler` says it. */
export const handlers = {
  application: EntryPointHandler.AppHandler,
  discord: EntryPointHandler.DiscordLaunchActivity,
} as const;

/** Words and values of an entry point, for a table. */
export function describeEntryPoint({ id, name, description, handler }: Command): string[][] {
  return [
    ["name", shown(name)],
    ["id", id],
    ["description", shown(description) || "none"],
    ["handler", describeHandler(handler)],
  ];
}

export function describeHandler(handler: number | undefined): string {
  if (handler === handlers.application) return "application: your code answers each launch";
  if (handler === undefined || handler === handlers.discord)
    return "discord: it launches the Activity by itself";
  return String(handler);
}
