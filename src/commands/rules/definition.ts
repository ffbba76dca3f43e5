import { object } from "../../input/readers.ts";
import { type Command, CommandType, type GlobalCommand } from "../../wire/command.ts";

/** What the service adds to a command, or what its absence means as well. */
const notDefined: ReadonlySet<string> = new Set([
  "id",
  "application_id",
  "guild_id",
  "version",
  "name_localized",
  "description_localized",
]);

/** What a reader looks for comes first; the service's order is any. */
const first = ["type", "name", "name_localizations", "description", "description_localizations", "handler"];

/** A live command as it is written in a definition: without what the service adds, and without its defaults. */
export function toDefinition(given: Command): GlobalCommand {
  const command = object<Command>()(given, "command");
  const keys = new Set([...first.filter((key) => key in command), ...Object.keys(command)]);
  const entries = [...keys]
    .map((key) => [key, command[key as keyof Command]] as const)
    .filter(([key, value]) => !notDefined.has(key) && !isDefault(key, value, command));
  // The service returns commands that it accepts.
  return Object.fromEntries(entries) as unknown as GlobalCommand;
}

function isDefault(key: string, value: unknown, command: Command): boolean {
  if (value === null || value === undefined) return true;
  switch (key) {
    case "type":
      return value === CommandType.ChatInput;
    case "description":
      return value === "";
    case "nsfw":
      return value === false;
    case "default_permission":
      return value === true;
    case "dm_permission":
      // Derived from contexts where there are some.
      return value === true || Array.isArray(command.contexts);
    case "options":
      return (value as readonly unknown[]).length === 0;
    case "name_localizations":
    case "description_localizations":
      return Object.keys(value).length === 0;
    default:
      return false;
  }
}
