import { fields } from "../../core/check/fields.ts";
import { flag, optional, parseSnowflake } from "../../core/check/readers.ts";
import { Visit, type Finding } from "./visit.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import { formatPath, placeOf } from "../../core/request/path.ts";
import { brokenRules } from "../../core/request/api-error.ts";
import { checkOverwrites } from "./overwrites.ts";
import { invalidBody } from "../../core/request/response.ts";
import { type Checked, proveCommand, proveSet, type Proven } from "./proven.ts";
import { findInCommand, findInSet } from "./set.ts";
import { type CheckOptions, readValidateOptions, type ValidateOptions } from "./input.ts";
import type { PermissionOverwrite } from "../../wire/command.ts";

/**
 * Everything that is wrong with one command, or with the fields of an edit (`partial`); empty when nothing is.
 * Input of any kind gives findings, never an exception. The rules:
 * {@link https://github.com/slashpass/slashpass/blob/main/docs/command-rules.md}.
 *
 * @throws ClientError `invalid_option` for a scope or profile that does not exist; `unknown_option`.
 */
export function validateCommand(command: unknown, options: ValidateOptions): Finding[] {
  return findInCommand(command, readValidateOptions(options, "options"));
}

/**
 * Everything that is wrong with the commands of one scope, and with them together; empty when nothing is. As for a plan, each
 * may say by `renamedFrom` what its name was.
 *
 * @throws ClientError `invalid_option` for a scope or profile that does not exist; `unknown_option`.
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
    /** The guild, for the constants that are made of its id. Default: these are not told apart. Error: `invalid_id`. */
    readonly guildId?: SnowflakeInput | undefined;
    /** Whether a field that is not known here is only a warning. Default false. */
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

/** {@link validatePermissions} for options that have been read. */
function findInOverwrites(overwrites: unknown, options: OverwriteOptions): Finding[] {
  const visit = new Visit(options, formatPath);
  visit.guard(() => checkOverwrites(visit, overwrites, options.guildId));
  return visit.findings;
}

/** The accepted result, and the warnings of the rules. */
export interface Accepted<Result> {
  readonly proven: Result;
  readonly warnings: readonly Finding[];
}

/**
 * Stops a call whose input breaks a rule, before anything is sent. Warnings pass.
 *
 * @throws ApiError `invalid_command` (ValidationError) with every error among the findings in `fieldErrors`,
 * whose `code` is the id of the rule.
 */
export function refuseInvalid(findings: readonly Finding[], operation: string, body: unknown): void {
  const errors = findings.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return;
  const fieldErrors = errors.map(({ keys, rule, message, fix }) => ({
    ...placeOf(keys, body),
    code: rule,
    message: `${message} ${fix}`,
  }));
  const why = `${operation} was not sent, because the input breaks rules.`;
  const valueOf = (index: number) => (errors[index]?.value ? `${errors[index].value} ` : "");
  throw brokenRules("invalid_command", why, "command-rules.md", fieldErrors, valueOf);
}

/**
 * The commands of a scope, checked.
 *
 * @throws ApiError `invalid_command`.
 */
export function checkedSet<C extends object>(
  commands: readonly C[],
  options: CheckOptions,
  operation: string,
): Accepted<readonly Proven<C>[]> {
  return accepted(proveSet(commands, options), operation, commands);
}

/**
 * A command, or the fields of an edit, checked.
 *
 * @throws ApiError `invalid_command`.
 */
export function checkedCommand<C extends object>(
  command: C,
  options: CheckOptions,
  operation: string,
): Accepted<Proven<C>> {
  return accepted(proveCommand(command, options), operation, command);
}

function accepted<Result>(
  { findings, proven }: Checked<Result>,
  operation: string,
  body: unknown,
): Accepted<Result> {
  if (proven !== undefined) return { proven, warnings: findings };
  refuseInvalid(findings, operation, body);
  throw invalidBody(operation);
}

/**
 * The permissions of a command in a guild, checked.
 *
 * @throws ApiError `invalid_command`.
 */
export function checkedOverwrites(
  overwrites: readonly PermissionOverwrite[],
  options: { readonly guildId: Snowflake; readonly allowUnknownFields?: boolean | undefined },
  operation: string,
): Accepted<readonly PermissionOverwrite[]> {
  const warnings = findInOverwrites(overwrites, options);
  refuseInvalid(warnings, operation, overwrites);
  return { proven: overwrites, warnings };
}
