import { type Rule, rules } from "../../commands/rules/table.ts";
import type { Finding } from "../../commands/rules/visit.ts";
import type { ServiceFieldError } from "../../wire/error.ts";
import { invalidForm, Refusal } from "../base/refusal.ts";
import { JsonErrorCode } from "../../wire/json-error-code.ts";
import { limits } from "../../wire/limits.ts";
import { CommandType } from "../../wire/command.ts";

/**
 * Refuses a body as the service does: every error of it at its place in the tree (Discord documentation, Reference,
 * "Error Messages"). Warnings pass.
 *
 * @throws Refusal 50035, or 30032 when nothing but the number of commands is wrong.
 */
export function refuseFindings(findings: readonly Finding[]): void {
  const errors = findings.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return;
  if (errors.every(({ rule }) => rule === "set-count"))
    throw tooManyCommands(limits.commandsByType[CommandType.ChatInput]);
  throw invalidForm(errors.map((finding) => ({ path: finding.keys.map(String), error: describe(finding) })));
}

/** The type has as many commands in the scope as it may have. */
export function tooManyCommands(most: number): Refusal {
  return new Refusal(
    400,
    JsonErrorCode.TooManyCommands,
    `Maximum number of application commands reached (${most}).`,
  );
}

/** The service's word where one has been observed, else the name of our rule. */
function describe({ rule, message, fix }: Finding): ServiceFieldError {
  const { service }: Rule = rules[rule];
  return {
    code: service ?? rule.toUpperCase().replaceAll("-", "_"),
    message: `It ${message} ${fix}`,
  };
}
