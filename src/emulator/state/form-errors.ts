import type { ServiceWord } from "../../commands/rules/grades.ts";
import type { Finding } from "../../commands/rules/visit.ts";
import type { RuleId } from "../../commands/rules/grades.ts";
import { type ServiceFieldError, JsonErrorCode } from "../../wire/error.ts";
import { invalidForm, Refusal } from "../base/refusal.ts";
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
  throw invalidForm(errors.map((finding) => ({ path: placeOf(finding), error: describe(finding) })));
}

/** A name that is taken is a problem of the whole option or command (discord/discord-api-docs#4964, albertgmz/BeatDock#103). */
const ofTheWhole: ReadonlySet<RuleId> = new Set(["option-name-unique", "set-name-unique"]);

function placeOf({ rule, keys }: Finding): readonly string[] {
  const path = keys.map(String);
  return ofTheWhole.has(rule) ? path.slice(0, -1) : path;
}

/** The type has as many commands in the scope as it may have. */
export function tooManyCommands(most: number): Refusal {
  return new Refusal(
    400,
    JsonErrorCode.TooManyCommands,
    `Maximum number of application commands reached (${most}).`,
  );
}

/** Used where the service's own code has not been observed: the most general one. */
export const generalWord: ServiceWord = "BASE_TYPE_CHOICES";

function describe({ service = generalWord, message, fix }: Finding): ServiceFieldError {
  return { code: service, message: `It ${message} ${fix}` };
}
