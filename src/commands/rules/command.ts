import { isObject } from "../../core/check/readers.ts";
import { CommandType, EntryPointHandler } from "../../wire/command.ts";
import { checkContexts } from "./contexts.ts";
import { checkDescriptions } from "./descriptions.ts";
import { checkDistinctNames } from "./distinct-names.ts";
import { checkMemberPermissions } from "./member-permissions.ts";
import { checkNames } from "./names.ts";
import { checkOptions } from "./options.ts";
import type { CheckOptions } from "./options-of-validation.ts";
import { checkSize } from "./size.ts";
import type { Fields, Visit } from "./visit.ts";

const { ChatInput, Message, PrimaryEntryPoint } = CommandType;
const types: readonly unknown[] = Object.values(CommandType);
const handlers: readonly unknown[] = Object.values(EntryPointHandler);

/** Every field that the application decides. */
export const definedFields: ReadonlySet<string> = new Set([
  "type",
  "name",
  "name_localizations",
  "description",
  "description_localizations",
  "options",
  "default_member_permissions",
  "dm_permission",
  "default_permission",
  "nsfw",
  "integration_types",
  "contexts",
  "handler",
]);

/** What the service adds to a record. */
export const addedFields: ReadonlySet<string> = new Set([
  "id",
  "application_id",
  "guild_id",
  "version",
  "name_localized",
  "description_localized",
]);

/** Every field of the record: a command that the service returned may be changed and sent. */
const fieldNames: ReadonlySet<string> = new Set([...definedFields, ...addedFields]);

/** The same where a command may say what its name was. */
const fieldNamesOfPlans: ReadonlySet<string> = new Set([...fieldNames, "renamedFrom"]);

/** Checks one command, or the fields of an edit. */
export function checkCommand(visit: Visit, command: unknown, options: CheckOptions): void {
  if (!isObject(command)) {
    visit.reportNoObject("readable", command, "a command");
    return;
  }
  const before = visit.unreadable;
  visit.guard(() => checkFields(visit, command, options));
  // What looks at the whole command again would only fail in the same places.
  if (visit.unreadable > before) return;
  visit.guard(() => checkDistinctNames(visit, command));
  visit.guard(() => checkSize(visit, command));
}

function checkFields(visit: Visit, command: Fields, options: CheckOptions): void {
  const type = checkType(visit, command, options);
  checkTexts(visit, command, type, options);
  checkOptionsOf(visit, command, type);
  checkHandler(visit, command["handler"], type);
  checkMemberPermissions(visit, command["default_member_permissions"]);
  checkContexts(visit, command, options);
  checkFlags(visit, command);
  visit.reportUnknown(command, "a command", options.takesOrigins ? fieldNamesOfPlans : fieldNames);
}

/** The command's type; undefined when it is wrong, or an edit does not tell. */
function checkType(visit: Visit, command: Fields, options: CheckOptions): CommandType | undefined {
  const { type } = command as Record<string, unknown>;
  if (options.partial) {
    // A live command that is changed and sent says its own.
    if (!visit.isAbsent(type) && type !== options.type) {
      visit.report("edit-type", "type", {
        value: type,
        message: "cannot be changed.",
        fix: "Remove it, or delete the command and create another.",
      });
    }
    return options.type ?? guessType(command);
  }
  if (visit.isAbsent(type)) return ChatInput;
  if (!types.includes(type)) {
    visit.report("command-type", "type", {
      value: type,
      message: "is not a command type.",
      fix: "Use 1, 2, 3 or 4.",
    });
    return undefined;
  }
  if (type === PrimaryEntryPoint && options.scope === "guild") {
    visit.report("entry-point-scope", "type", {
      value: type,
      message: "is an entry point, which a guild cannot have.",
      fix: "Register it globally.",
    });
  }
  return type as CommandType;
}

/** An edit does not say the type, but options and handlers belong to one type only. */
function guessType({ handler, options }: Fields): CommandType | undefined {
  if (handler !== undefined && handler !== null) return PrimaryEntryPoint;
  return options === undefined || options === null ? undefined : ChatInput;
}

function checkTexts(
  visit: Visit,
  command: Fields,
  type: CommandType | undefined,
  options: CheckOptions,
): void {
  const kind = type === ChatInput ? "strict" : "free";
  if (!options.partial || command["name"] !== undefined) {
    checkNames(visit, command, kind);
  } else if (command["name_localizations"] !== undefined) {
    checkNames(visit, { name: "-", name_localizations: command["name_localizations"] }, kind);
  }
  const isMenu = type !== undefined && type !== ChatInput && type <= Message;
  if (isMenu) checkNoDescription(visit, command);
  else checkDescriptions(visit, command, type === ChatInput && !options.partial);
}

function checkNoDescription(visit: Visit, command: Fields): void {
  const { description, description_localizations: localizations } = command as Record<string, unknown>;
  // The service itself returns the empty description.
  if (description !== "" && !visit.isAbsent(description)) {
    reportMisplaced(
      visit,
      "description-command-type",
      "description",
      description,
      "a user or message command",
    );
  }
  if (localizations === undefined || localizations === null) return;
  if (!isObject(localizations)) {
    visit.reportType("description_localizations", localizations, "a dictionary of locales");
  } else if (Object.keys(localizations).length > 0) {
    reportMisplaced(
      visit,
      "description-command-type",
      "description_localizations",
      localizations,
      "a user or message command",
    );
  }
}

function checkOptionsOf(visit: Visit, command: Fields, type: CommandType | undefined): void {
  const { options } = command as Record<string, unknown>;
  if (type === undefined || type === ChatInput) checkOptions(visit, options, "command");
  else if (!visit.isAbsent(options) && !(Array.isArray(options) && options.length === 0)) {
    reportMisplaced(visit, "options-command-type", "options", options, "a command of this type");
  }
}

function checkHandler(visit: Visit, handler: unknown, type: CommandType | undefined): void {
  if (visit.isAbsent(handler)) return;
  if (type !== undefined && type !== PrimaryEntryPoint) {
    reportMisplaced(visit, "handler-command-type", "handler", handler, "a command of this type");
  } else if (!handlers.includes(handler)) {
    visit.report("handler-value", "handler", {
      value: handler,
      message: "is not a handler.",
      fix: "Use 1 or 2.",
    });
  }
}

function checkFlags(visit: Visit, command: Fields): void {
  const { nsfw } = command as Record<string, unknown>;
  if (!visit.isAbsent(nsfw) && typeof nsfw !== "boolean") visit.reportType("nsfw", nsfw, "true or false");
  for (const field of ["dm_permission", "default_permission"]) {
    const value = command[field];
    if (value === undefined || value === null) continue;
    if (typeof value !== "boolean") visit.reportType(field, value, "true or false");
    else if (!value) {
      visit.report("deprecated-field", field, {
        value,
        message: "is deprecated.",
        fix: field === "dm_permission" ? "Use contexts: [0]." : 'Use default_member_permissions: "0".',
      });
    }
  }
}

function reportMisplaced(
  visit: Visit,
  rule: "description-command-type" | "options-command-type" | "handler-command-type",
  field: string,
  value: unknown,
  owner: string,
): void {
  visit.report(rule, field, { value, message: `does not belong to ${owner}.`, fix: "Remove it." });
}
