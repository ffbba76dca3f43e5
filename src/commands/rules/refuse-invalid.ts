import { ErrorType } from "../../errors.ts";
import { ApiError } from "../../api/api-error.ts";
import { invalidBody } from "../../api/json.ts";
import { placeOf } from "../../api/path.ts";
import type { Snowflake } from "../../snowflake.ts";
import type { PermissionOverwrite } from "../../wire/command-permission.ts";
import type { ValidateOptions } from "./options-of-validation.ts";
import { proveCommand, proveSet } from "./proof.ts";
import type { Proven } from "./proven.ts";
import { findInOverwrites } from "./validate.ts";
import type { Finding } from "./visit.ts";

/**
 * Stops a call whose input the service would refuse, before anything is sent. Warnings pass.
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
    message: `${operation} was not sent, because the service would refuse the input.${lines.join("")}${more > 0 ? `\n  and ${more} more` : ""}`,
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
  options: ValidateOptions,
  operation: string,
): readonly Proven<C>[] {
  const { findings, proven } = proveSet(commands, options);
  if (proven) return proven;
  refuseInvalid(findings, operation, commands);
  throw invalidBody(operation);
}

/**
 * A command, or the fields of an edit, checked.
 *
 * @throws ApiError `invalid_command`.
 */
export function checkedCommand<C extends object>(
  command: C,
  options: ValidateOptions,
  operation: string,
): Proven<C> {
  const { findings, proven } = proveCommand(command, options);
  if (proven) return proven;
  refuseInvalid(findings, operation, command);
  throw invalidBody(operation);
}

/**
 * The permissions of a command in a guild, checked.
 *
 * @throws ApiError `invalid_command`.
 */
export function checkedOverwrites(
  overwrites: readonly PermissionOverwrite[],
  guildId: Snowflake,
  operation: string,
): readonly PermissionOverwrite[] {
  refuseInvalid(findInOverwrites(overwrites, guildId), operation, overwrites);
  return overwrites;
}
