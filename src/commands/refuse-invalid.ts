import { ErrorType } from "../errors.ts";
import { CommandsError } from "./commands-error.ts";
import type { Finding } from "./rules/visit.ts";

/**
 * Stops a call whose input the service would refuse, before anything is sent. Warnings pass.
 *
 * @throws CommandsError `invalid_command` (ValidationError) with every error among the findings in `fieldErrors`,
 * whose `code` is the id of the rule.
 */
export function refuseInvalid(findings: readonly Finding[], operation: string): void {
  const errors = findings.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return;
  const lines = errors.slice(0, 10).map(({ path, value, message, fix, rule }) => {
    return `\n  ${path || "the whole"}: ${value} ${message} ${fix} [${rule}]`;
  });
  const more = errors.length - lines.length;
  throw new CommandsError({
    type: ErrorType.ValidationError,
    code: "invalid_command",
    message: `${operation} was stopped: the service would refuse the input.${lines.join("")}${more > 0 ? `\n  and ${more} more` : ""}`,
    hint: "Mend what fieldErrors names; the rules are in docs/command-rules.md.",
    fieldErrors: errors.map(({ path, rule, message, fix }) => ({
      path,
      code: rule,
      message: `${message} ${fix}`,
    })),
  });
}
