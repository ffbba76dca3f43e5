import { isWhole } from "../../core/check/readers.ts";
import { allPermissions, bitsOf } from "../../wire/permission.ts";
import type { Profile } from "./grades.ts";
import {
  type Visit,
  type Fields,
  checkFilledList,
  type ValidateOptions,
  type CheckOptions,
} from "./visit.ts";
import {
  InstallationContext,
  InteractionContext,
  CommandType,
  EntryPointHandler,
} from "../../wire/command.ts";
import { checkSize } from "./size.ts";
import { isObject } from "../../core/check/readers.ts";
import { checkDescriptions, checkNames, checkDistinctNames } from "./names.ts";
import { checkOptions } from "./options.ts";

// Permissions as a number, in the published description.
const largestNumber = 2 ** 54;

/** Checks `default_member_permissions`; null, or absent, means everybody. */
function checkMemberPermissions(visit: Visit, value: unknown): void {
  if (value === undefined || value === null) return;
  const bits = readBits(value, visit.profile);
  if (bits === undefined) {
    visit.report("member-permissions", "default_member_permissions", {
      value,
      message: "is not a bit set as a decimal string.",
      fix:
        typeof value === "number" ? `Write it as a string: "${value}".` : 'Write it as "0", "32" and so on.',
    });
    return;
  }
  const unknown = bits & ~allPermissions;
  if (unknown === 0n) return;
  visit.report("member-permissions-bits", "default_member_permissions", {
    value,
    message: `has bits that are not permissions (${unknown}).`,
    fix: `Write "${bits & allPermissions}".`,
  });
}

function readBits(value: unknown, profile: Profile): bigint | undefined {
  if (typeof value === "number" && profile === "live") {
    return isWhole(value, 0, largestNumber) ? BigInt(value) : undefined;
  }
  return bitsOf(value);
}

const contexts: readonly unknown[] = Object.values(InteractionContext);
const installations: readonly unknown[] = Object.values(InstallationContext);

/** Checks `contexts`, `integration_types` and `dm_permission`. */
function checkContexts(visit: Visit, command: Fields, options: ValidateOptions): void {
  const { contexts: given, integration_types: types } = command as Record<string, unknown>;
  checkFilledList(visit, "contexts", given, (index, entry) => {
    if (!contexts.includes(entry)) reportEntry(visit, "contexts-value", index, entry, contexts);
  });
  checkTypes(visit, types, options.applicationInstalls);
  if (options.scope === "guild") checkGuildFields(visit, command);
  else checkPrivateChannel(visit, given, types);
}

function checkTypes(visit: Visit, types: unknown, supported: readonly unknown[] | undefined): void {
  // The document calls contexts nullable, and these not.
  if (types === null && !visit.isAbsent(types)) visit.reportType("integration_types", types, "a list");
  checkFilledList(visit, "integration_types", types, (index, entry) => {
    if (!installations.includes(entry))
      reportEntry(visit, "integration-types-value", index, entry, installations);
    else checkSupported(visit, index, entry, supported);
  });
}

function checkSupported(
  visit: Visit,
  index: number,
  entry: unknown,
  supported: readonly unknown[] | undefined,
): void {
  if (!supported || supported.includes(entry)) return;
  visit.report("integration-types-supported", index, {
    value: entry,
    message: "is not supported by the application.",
    fix: "Switch it on in the developer portal, under Installation, or remove it.",
  });
}

function checkGuildFields(visit: Visit, command: Fields): void {
  for (const field of ["contexts", "integration_types", "dm_permission"]) {
    const value = command[field];
    if (value === undefined || value === null) continue;
    visit.report("guild-scope-field", field, {
      value,
      message: "has no effect on a guild command.",
      fix: "Remove it, or register the command globally.",
    });
  }
}

function checkPrivateChannel(visit: Visit, given: unknown, types: unknown): void {
  if (!startHas(given, InteractionContext.PrivateChannel)) return;
  // Without integration_types the application's own contexts count, which are not known here.
  if (!Array.isArray(types) || startHas(types, InstallationContext.UserInstall)) return;
  visit.report("contexts-private-channel", "contexts", {
    value: given,
    message: "has PRIVATE_CHANNEL (2), and integration_types has no USER_INSTALL (1).",
    fix: "Add 1 to integration_types, or remove 2 here.",
  });
}

/** Whether one of the first entries is `value`; hostile lists have no end. */
function startHas(list: unknown, value: number): boolean {
  return Array.isArray(list) && contexts.some((_, index) => list[index] === value);
}

function reportEntry(
  visit: Visit,
  rule: "contexts-value" | "integration-types-value",
  index: number,
  value: unknown,
  allowed: readonly unknown[],
): void {
  visit.report(rule, index, { value, message: "is not known.", fix: `Use some of: ${allowed.join(", ")}.` });
}

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
