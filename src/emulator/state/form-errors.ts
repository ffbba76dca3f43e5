import type { RuleId, ServiceWord } from "../../commands/rules/grades.ts";
import type { Finding } from "../../commands/rules/visit.ts";
import { type ServiceFieldError, JsonErrorCode } from "../../wire/error.ts";
import { invalidField, invalidForm, Refusal } from "../base/refusal.ts";
import { limits } from "../../wire/limits.ts";
import { CommandType } from "../../wire/command.ts";
import type { CommandBody } from "./command-record.ts";

/** Ignores warnings. */
export function refuseFindings(findings: readonly Finding[]): void {
  const errors = findings.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return;
  if (errors.every(({ rule }) => rule === "set-count"))
    throw tooManyCommands(limits.commandsByType[CommandType.ChatInput]);
  throw invalidForm(errors.map((finding) => ({ path: pathOf(finding), error: describe(finding) })));
}

/**
 * The service reports a duplicate name as an error of the option or command, not of its `name` field
 * (discord/discord-api-docs#4964, albertgmz/BeatDock#103).
 */
const ofTheWhole: ReadonlySet<RuleId> = new Set(["option-name-unique", "set-name-unique"]);

function pathOf({ rule, keys }: Finding): readonly string[] {
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

/** Used if the service's code for an error is unknown. */
export const generalErrorCode: ServiceWord = "BASE_TYPE_CHOICES";

function describe({ service = generalErrorCode, message, fix }: Finding): ServiceFieldError {
  return { code: service, message: `It ${message} ${fix}` };
}

export interface ApplicationTraits {
  readonly activities: boolean;
  readonly discoverable?: boolean | undefined;
}

/** See Application Commands Interface, "Application command" and "Authentication", rule 9. The service's messages are unknown. */
export function refuseUnfit(traits: ApplicationTraits, body: CommandBody, path: string): void {
  if (!traits.activities && (body["handler"] ?? null) !== null)
    throw notEmbedded(`${path}handler`, "have a handler");
  if (traits.discoverable && body["nsfw"] === true)
    throw invalidField(
      `${path}nsfw`,
      generalErrorCode,
      "Applications with discovery enabled cannot contain age-restricted commands",
    );
}

/** See Discord documentation, Interactions, "Interaction Callback Type". The service's message is unknown. */
export function refuseLaunch({ activities }: Pick<ApplicationTraits, "activities">): void {
  if (!activities) throw notEmbedded("type", "launch an Activity");
}

function notEmbedded(path: string, action: string): Refusal {
  const message = `Only applications with the EMBEDDED flag can ${action}: enable Activities`;
  return invalidField(path, generalErrorCode, message);
}
