import { ErrorType } from "../../core/errors.ts";
import { ApiError } from "../../core/request/api-error.ts";
import { invalidBody } from "../../core/request/json.ts";
import { placeOf } from "../../core/request/path.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { PermissionOverwrite } from "../../wire/command-permission.ts";
import type { CheckOptions } from "./options-of-validation.ts";
import { type Checked, proveCommand, proveSet } from "./proof.ts";
import type { Proven } from "./proven.ts";
import { findInOverwrites } from "./validate.ts";
import type { Finding } from "./visit.ts";

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
