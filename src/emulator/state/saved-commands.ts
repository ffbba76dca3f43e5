import { fields } from "../../core/check/fields.ts";
import { type Reader, flag, listOf, object, oneOf, parseSnowflake } from "../../core/check/readers.ts";
import {
  type Command,
  type GuildCommandPermissions,
  type PermissionOverwrite,
  PermissionType,
} from "../../wire/command.ts";
import type { Scope } from "./command-record.ts";

export interface SavedCommands {
  readonly places: readonly SavedPlace[];
  readonly permissions: readonly GuildCommandPermissions[];
}

interface SavedPlace {
  readonly scope: Scope;
  readonly commands: readonly Command[];
}

const readScope: Reader<Scope> = (value, name) => (value === "global" ? value : parseSnowflake(value, name));

/** Other fields are validated on restore. */
const readCommand: Reader<Command> = (value, name) => {
  const command = object<Command>()(value, name);
  const id = parseSnowflake(command.id, `${name}.id`);
  return { ...command, id, version: parseSnowflake(command.version, `${name}.version`) };
};

export const readSavedCommands: Reader<SavedCommands> = fields<SavedCommands>({
  places: listOf(fields<SavedPlace>({ scope: readScope, commands: listOf(readCommand) })),
  permissions: listOf(
    fields<GuildCommandPermissions>({
      id: parseSnowflake,
      application_id: parseSnowflake,
      guild_id: parseSnowflake,
      permissions: listOf(
        fields<PermissionOverwrite>({
          id: parseSnowflake,
          type: oneOf(Object.values(PermissionType)),
          permission: flag,
        }),
      ),
    }),
  ),
});
