import type { Snowflake } from "../wire/snowflake.ts";
import type { Command, CommandType } from "../wire/command.ts";
import { toKeptItem } from "./rules/definition.ts";
import { isEntryPoint } from "./rules/is-entry-point.ts";
import { passOn } from "./rules/proven.ts";

/** What tells an entry point, and which. */
interface Identity {
  readonly type?: CommandType | undefined;
  readonly id?: Snowflake | undefined;
}

/** The list of a bulk overwrite with the live entry point in it. */
export function carryEntryPoint(commands: readonly Identity[], live: Command): readonly Identity[] {
  const { id } = live;
  if (!commands.some(isEntryPoint)) return [...commands, toKeptItem(live)];
  return commands.map((command) =>
    isEntryPoint(command) && typeof command.id !== "string" ? passOn(command, { ...command, id }) : command,
  );
}
