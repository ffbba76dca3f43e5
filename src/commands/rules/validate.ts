import { fields } from "../../core/check/fields.ts";
import { flag, optional, parseSnowflake, isObject, isSnowflake } from "../../core/check/readers.ts";
import { Visit, type Finding, type Fields } from "./visit.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import { formatPath, locationOf } from "../../core/request/path.ts";
import { brokenRules } from "../../core/request/api-error.ts";
import { invalidBody } from "../../core/request/response.ts";
import { type Checked, proveCommand, proveSet, type Proven, findInCommand, findInSet } from "./proven.ts";
import { type CheckOptions, readValidateOptions, type ValidateOptions } from "./input.ts";
import { type PermissionOverwrite, PermissionType } from "../../wire/command.ts";
import { limits } from "../../wire/limits.ts";
import { allChannelsOf } from "../use/permission-bits.ts";

/**
 * Validates one command, or the fields of an edit (`partial`). Invalid input produces findings, never an exception. For the
 * rules, see {@link https://github.com/slashpass/slashpass/blob/main/docs/command-rules.md}.
 *
 * @stable
 * @throws ClientError `invalid_option` for an unknown scope or profile; `unknown_option` for an unknown option.
 */
export function validateCommand(command: unknown, options: ValidateOptions): Finding[] {
  return findInCommand(command, readValidateOptions(options, "options"));
}

/**
 * Validates a scope's commands, individually and together. Commands may include `renamedFrom`.
 *
 * @stable
 * @throws ClientError `invalid_option` for an unknown scope or profile; `unknown_option` for an unknown option.
 */
export function validateCommandSet(commands: unknown, options: ValidateOptions): Finding[] {
  return findInSet(commands, { ...readValidateOptions(options, "options"), takesOrigins: true });
}

/**
 * Validates one command's permission overwrites.
 *
 * @stable
 * @throws ClientError `invalid_id`.
 */
export function validatePermissions(
  overwrites: unknown,
  options: {
    /** The guild, used to recognize ids with a special meaning. Error: `invalid_id`. */
    readonly guildId?: SnowflakeInput | undefined;
    /** Whether unknown fields only cause a warning. Default false. */
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

function findInOverwrites(overwrites: unknown, options: OverwriteOptions): Finding[] {
  const visit = new Visit(options, formatPath);
  visit.guard(() => checkOverwrites(visit, overwrites, options.guildId));
  return visit.findings;
}

export interface Accepted<Result> {
  readonly proven: Result;
  readonly warnings: readonly Finding[];
}

/** The thrown error lists all problems; each problem's `code` is the rule's id. */
export function refuseInvalid(findings: readonly Finding[], operation: string, body: unknown): void {
  const errors = findings.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return;
  const fieldErrors = errors.map(({ keys, rule, message, fix }) => ({
    ...locationOf(keys, body),
    code: rule,
    message: `${message} ${fix}`,
  }));
  const why = `${operation} was not attempted: the input is invalid.`;
  const valueOf = (index: number) => (errors[index]?.value ? `${errors[index].value} ` : "");
  throw brokenRules("invalid_command", why, "command-rules.md", fieldErrors, valueOf);
}

export function checkedSet<C extends object>(
  commands: readonly C[],
  options: CheckOptions,
  operation: string,
): Accepted<readonly Proven<C>[]> {
  return accepted(proveSet(commands, options), operation, commands);
}

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

export function checkedOverwrites(
  overwrites: readonly PermissionOverwrite[],
  options: { readonly guildId: Snowflake; readonly allowUnknownFields?: boolean | undefined },
  operation: string,
): Accepted<readonly PermissionOverwrite[]> {
  const warnings = findInOverwrites(overwrites, options);
  refuseInvalid(warnings, operation, overwrites);
  return { proven: overwrites, warnings };
}

const { Role, Channel } = PermissionType;
const types: readonly unknown[] = Object.values(PermissionType);
const known: ReadonlySet<string> = new Set(["id", "type", "permission"]);

/** See Application Commands Interface, "Application command permission". */
function checkOverwrites(visit: Visit, overwrites: unknown, guildId: Snowflake | undefined): void {
  if (!Array.isArray(overwrites)) return visit.report("overwrites-list", undefined, overwrites);
  if (overwrites.length > limits.overwrites) {
    visit.report("overwrites-count", undefined, overwrites.length, [
      `has ${overwrites.length} entries.`,
      `Use at most ${limits.overwrites}: overwrite a role instead of its members.`,
    ]);
  }
  const usedIds = new Set<string>();
  visit.each(overwrites, (index) =>
    visit.guard(() => checkOverwrite(visit, overwrites[index], guildId, usedIds)),
  );
}

function checkOverwrite(
  visit: Visit,
  overwrite: unknown,
  guildId: Snowflake | undefined,
  usedIds: Set<string>,
): void {
  if (!isObject(overwrite))
    return visit.reportNoObject("overwrites-list", overwrite, "{ id, type, permission }");
  const { type, permission } = overwrite;
  if (!types.includes(type)) visit.report("overwrite-type", "type", type);
  if (typeof permission !== "boolean") visit.report("overwrite-permission", "permission", permission);
  visit.reportUnknown(overwrite, "a permission overwrite", known);
  checkTarget(visit, overwrite, guildId, usedIds);
}

function checkTarget(
  visit: Visit,
  overwrite: Fields,
  guildId: Snowflake | undefined,
  usedIds: Set<string>,
): void {
  const { id, type } = overwrite;
  if (!isSnowflake(id)) {
    const isNumber = typeof id === "number";
    visit.report("overwrite-id", "id", id, [
      "is not an id (a decimal string of at most 64 bits).",
      isNumber ? "Copy it as a string: large numbers lose digits." : "Copy the id.",
    ]);
    return;
  }
  if (usedIds.has(id)) visit.report("overwrite-unique", "id", id);
  usedIds.add(id);
  if (guildId === undefined) return;
  if (id === guildId && type !== Role) reportConstant(visit, id, "@everyone", Role);
  if (id === allChannelsOf(guildId) && type !== Channel) reportConstant(visit, id, "all channels", Channel);
}

function reportConstant(visit: Visit, id: string, meaning: string, type: PermissionType): void {
  const message = `does not match the id, which represents ${meaning}.`;
  visit.report("overwrite-constant", "type", id, [message, `Use type ${type}.`]);
}
