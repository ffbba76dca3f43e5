import { fields } from "../../core/check/fields.ts";
import { flag, optional } from "../../core/check/readers.ts";
import { parseSnowflake } from "../../core/snowflake.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import { formatPath, formatSetPath } from "../../core/request/path.ts";
import { checkCommand } from "./command.ts";
import { type CheckOptions, readValidateOptions, type ValidateOptions } from "./options-of-validation.ts";
import { checkOverwrites } from "./overwrites.ts";
import { checkSet, type FoundBefore } from "./set.ts";
import { type Finding, Visit } from "./visit.ts";

/**
 * Everything that is wrong with one command, or with the fields of an edit (`partial`); empty when nothing is.
 * Input of any kind gives findings, never an exception. The rules:
 * {@link https://github.com/slashpass/slashpass/blob/main/docs/command-rules.md}.
 *
 * @throws ClientError `invalid_options` for a scope or profile that does not exist; `unknown_option`.
 */
export function validateCommand(command: unknown, options: ValidateOptions): Finding[] {
  return findInCommand(command, readValidateOptions(options, "options"));
}

/**
 * Everything that is wrong with the commands of one scope, and with them together; empty when nothing is. As for a plan, each
 * may say by `renamedFrom` what its name was.
 *
 * @throws ClientError `invalid_options` for a scope or profile that does not exist; `unknown_option`.
 */
export function validateCommandSet(commands: unknown, options: ValidateOptions): Finding[] {
  return findInSet(commands, { ...readValidateOptions(options, "options"), takesOrigins: true });
}

/**
 * Everything that is wrong with the permission overwrites of one command in a guild.
 *
 * @throws ClientError `invalid_id` for a guild id that is none.
 */
export function validatePermissions(
  overwrites: unknown,
  options: {
    readonly guildId?: SnowflakeInput | undefined;
    readonly allowUnknownFields?: boolean | undefined;
  } = {},
): Finding[] {
  return findInOverwrites(overwrites, readPermissionsOptions(options, "options"));
}

interface OverwriteOptions {
  readonly guildId?: Snowflake | undefined;
  readonly allowUnknownFields?: boolean | undefined;
}

const readPermissionsOptions = fields<OverwriteOptions>({
  guildId: optional(parseSnowflake),
  allowUnknownFields: optional(flag),
});

/** {@link validateCommand} for options that have been read. */
export function findInCommand(command: unknown, options: CheckOptions): Finding[] {
  const visit = new Visit(options, formatPath);
  visit.guard(() => checkCommand(visit, command, options));
  return visit.findings;
}

/**
 * {@link validateCommandSet} for options that have been read.
 *
 * @param foundBefore - what is known of commands that were checked before: only what they do together is looked at.
 */
export function findInSet(commands: unknown, options: CheckOptions, foundBefore?: FoundBefore): Finding[] {
  const visit = new Visit(options, (keys) => formatSetPath(keys, commands));
  visit.guard(() => checkSet(visit, commands, options, foundBefore));
  return visit.findings;
}

/** {@link validatePermissions} for options that have been read. */
export function findInOverwrites(overwrites: unknown, options: OverwriteOptions): Finding[] {
  const visit = new Visit(options, formatPath);
  visit.guard(() => checkOverwrites(visit, overwrites, options.guildId));
  return visit.findings;
}
