import { parseSnowflake, type SnowflakeInput } from "../../snowflake.ts";
import { formatPath, formatSetPath } from "../../api/path.ts";
import { checkCommand } from "./command.ts";
import { checkOptionsOfValidation, type ValidateOptions } from "./options-of-validation.ts";
import { checkOverwrites } from "./overwrites.ts";
import { checkSet } from "./set.ts";
import { type Finding, Visit } from "./visit.ts";

/**
 * Everything that is wrong with one command, or with the fields of an edit (`partial`); empty when nothing is.
 * Input of any kind gives findings, never an exception. The rules: docs/command-rules.md.
 *
 * @throws ClientError `invalid_options` for a scope or profile that does not exist.
 */
export function validateCommand(command: unknown, options: ValidateOptions): Finding[] {
  const checked = checkOptionsOfValidation(options);
  const visit = new Visit(checked.profile, formatPath);
  visit.guard(() => checkCommand(visit, command, checked));
  return visit.findings;
}

/**
 * Everything that is wrong with the commands of one scope, and with them together; empty when nothing is.
 *
 * @throws ClientError `invalid_options` for a scope or profile that does not exist.
 */
export function validateCommandSet(commands: unknown, options: ValidateOptions): Finding[] {
  const checked = checkOptionsOfValidation(options);
  const visit = new Visit(checked.profile, (keys) => formatSetPath(keys, commands));
  visit.guard(() => checkSet(visit, commands, checked));
  return visit.findings;
}

/**
 * Everything that is wrong with the permission overwrites of one command in a guild.
 *
 * @throws ClientError `invalid_id` for a guild id that is none.
 */
export function validatePermissions(
  overwrites: unknown,
  { guildId }: { readonly guildId?: SnowflakeInput | undefined } = {},
): Finding[] {
  const guild = guildId === undefined ? undefined : parseSnowflake(guildId, "guildId");
  const visit = new Visit("spec", formatPath);
  visit.guard(() => checkOverwrites(visit, overwrites, guild));
  return visit.findings;
}
