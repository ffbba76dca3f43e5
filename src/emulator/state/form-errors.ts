import type { ServiceWord } from "../../commands/rules/grades.ts";
import type { Finding } from "../../commands/rules/visit.ts";
import type { RuleId } from "../../commands/rules/grades.ts";
import { type ServiceFieldError, JsonErrorCode } from "../../wire/error.ts";
import { invalidForm, Refusal } from "../base/refusal.ts";
import { limits } from "../../wire/limits.ts";
import { CommandType } from "../../wire/command.ts";

/** Warnings are ignored. */
export function refuseFindings(findings: readonly Finding[]): void {
  const errors = findings.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return;
  if (errors.every(({ rule }) => rule === "set-count"))
    throw tooManyCommands(limits.commandsByType[CommandType.ChatInput]);
  throw invalidForm(errors.map((finding) => ({ path: placeOf(finding), error: describe(finding) })));
}

/** Duplicate names are reported for the whole option or command (discord/discord-api-docs#4964, albertgmz/BeatDock#103). */
const ofTheWhole: ReadonlySet<RuleId> = new Set(["option-name-unique", "set-name-unique"]);

function placeOf({ rule, keys }: Finding): readonly string[] {
  const path = keys.map(String);
  return ofTheWhole.has(rule) ? path.slice(0, -1) : path;
}

export function tooManyCommands(most: number): Refusal {
  return new Refusal(
    400,
    JsonErrorCode.TooManyCommands,
    `Maximum number of application commands reached (${most}).`,
  );
}

/** For errors whose code at the service is unknown. */
export const generalWord: ServiceWord = "BASE_TYPE_CHOICES";

function describe({ service = generalWord, message, fix }: Finding): ServiceFieldError {
  return { code: service, message: `It ${message} ${fix}` };
}
