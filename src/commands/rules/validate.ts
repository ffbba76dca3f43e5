import { fields } from "../../core/check/fields.ts";
import { flag, listOf, oneOf, optional, type Reader, isObject } from "../../core/check/readers.ts";
import { CommandType, InstallationContext } from "../../wire/command.ts";
import type { Profile } from "./grades.ts";
import { countCodePoints } from "./names.ts";
import { type Fields, Visit, type Finding } from "./visit.ts";
import { limits } from "../../wire/limits.ts";
import { parseSnowflake } from "../../core/snowflake.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import { formatPath, formatSetPath, ApiError, placeOf } from "../../core/request/field-errors.ts";
import { checkCommand } from "./command.ts";
import { checkOverwrites } from "./overwrites.ts";
import { checkSet, type FoundBefore } from "./set.ts";
import { ErrorType } from "../../core/errors.ts";
import { invalidBody } from "../../core/request/response.ts";
import type { PermissionOverwrite } from "../../wire/command-permission.ts";
import { type Checked, proveCommand, proveSet, type Proven } from "./proven.ts";

/** How commands are checked. */
export interface ValidateOptions {
  /** Where the command is registered. */
  readonly scope: "global" | "guild";
  /** Whose word counts where the service and the interface document differ. Default `live`, the service. */
  readonly profile?: Profile | undefined;
  /** The fields of an edit: what is absent stays as it is, so nothing is required. Default false. */
  readonly partial?: boolean | undefined;
  /** With `partial`: the type of the live command, where it is known. Names are then checked by its rules. */
  readonly type?: CommandType | undefined;
  /** Whether a field that is not known here is only a warning: for what the service has added since. Default false. */
  readonly allowUnknownFields?: boolean | undefined;
  /** The installation contexts the application supports, where they are known. */
  readonly applicationInstalls?: readonly InstallationContext[] | undefined;
}

/** {@link ValidateOptions}, and what only a plan takes. */
export interface CheckOptions extends ValidateOptions {
  /** Whether a command may say by `renamedFrom` what its name was. Default false. */
  readonly takesOrigins?: boolean | undefined;
}

// A mistyped option must not check less.
const code = "invalid_options";

export const readScope: Reader<"global" | "guild"> = oneOf(["global", "guild"], code);
export const readProfile: Reader<Profile | undefined> = optional(oneOf(["spec", "live"], code));
export const readInstalls: Reader<readonly InstallationContext[] | undefined> = optional(
  listOf(oneOf(Object.values(InstallationContext), code)),
);

/** Options of a caller. Fails with `invalid_options` or `unknown_option`. */
export const readValidateOptions: Reader<ValidateOptions> = fields<ValidateOptions>(
  {
    scope: readScope,
    profile: readProfile,
    partial: optional(flag),
    type: optional(oneOf(Object.values(CommandType), code)),
    allowUnknownFields: optional(flag),
    applicationInstalls: readInstalls,
  },
  code,
);

interface Size {
  /** UTF-16 units, or code points when exact. */
  text: number;
  numbers: number;
  parts: number;
}

/**
 * Checks the sum of all names, descriptions and values, the longest localization of each counted
 * (Application Commands Interface, "Limits").
 */
export function checkSize(visit: Visit, command: Fields): void {
  // UTF-16 units are never fewer than code points: most commands need no exact count.
  const rough = measure(command, (text) => text.length);
  if (rough.text + rough.numbers <= limits.commandSize) return;
  const { text, numbers } = measure(command, countCodePoints);
  if (text > limits.commandSize) {
    visit.report("command-size", undefined, {
      value: text,
      message: `has ${text} characters in names, descriptions and values.`,
      fix: "Shorten descriptions, or split the command.",
    });
  } else if (text + numbers > limits.commandSize) {
    visit.report("command-size-numbers", undefined, {
      value: text + numbers,
      message: `has ${text} characters, ${text + numbers} with numeric values.`,
      fix: "Shorten it to be sure.",
    });
  }
}

type Count = (text: string) => number;

function measure(command: Fields, count: Count): Size {
  const size: Size = { text: 0, numbers: 0, parts: 0 };
  addNode(command, count, size, 0);
  return size;
}

function addNode(node: unknown, count: Count, size: Size, depth: number): void {
  if (size.parts++ > 10_000 || !isObject(node)) return;
  const { name, description, value, options, choices } = node as Record<string, unknown>;
  size.text += longest(name, node["name_localizations"], count);
  if (description !== undefined) size.text += longest(description, node["description_localizations"], count);
  if (typeof value === "string") size.text += count(value);
  else if (typeof value === "number") size.numbers += String(value).length;
  if (depth < 3) addAll(options, count, size, depth + 1);
  addAll(choices, count, size, 4);
}

function addAll(list: unknown, count: Count, size: Size, depth: number): void {
  if (!Array.isArray(list)) return;
  for (let index = 0; index < list.length && size.parts <= 10_000; index++)
    addNode(list[index], count, size, depth);
}

function longest(text: unknown, localizations: unknown, count: Count): number {
  let most = typeof text === "string" ? count(text) : 0;
  if (!isObject(localizations)) return most;
  for (const locale of Object.keys(localizations)) {
    const localized = localizations[locale];
    if (typeof localized === "string") most = Math.max(most, count(localized));
  }
  return most;
}

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

/** What the rules let through, and what they warn of. */
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
  const lines = fieldErrors.slice(0, 10).map(({ path, message, code }, index) => {
    return `\n  ${path || "the whole"}: ${errors[index]?.value} ${message} [${code}]`;
  });
  const more = errors.length - lines.length;
  throw new ApiError({
    type: ErrorType.ValidationError,
    code: "invalid_command",
    message: `${operation} was not sent, because the input breaks rules.${lines.join("")}${more > 0 ? `\n  and ${more} more` : ""}`,
    hint: "Correct the fields named in fieldErrors. The rules: https://github.com/slashpass/slashpass/blob/main/docs/command-rules.md",
    fieldErrors,
  });
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
