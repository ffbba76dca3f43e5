import { isWhole, isObject } from "../../core/check/readers.ts";
import { allPermissionBits } from "../../wire/permission.ts";
import { bitsOf } from "../../wire/permission-bits.ts";
import type { Profile } from "./grades.ts";
import type { CheckOptions, ValidateOptions } from "./input.ts";
import { type Visit, type Fields, checkFilledList } from "./visit.ts";
import {
  InstallationContext,
  InteractionContext,
  CommandType,
  EntryPointHandler,
} from "../../wire/command.ts";
import { limits } from "../../wire/limits.ts";
import { checkDescriptions, checkNames, checkDistinctNames, countCodePoints } from "./names.ts";
import { checkOptions } from "./options.ts";

// The limit for numeric permissions in the published API specification.
const largestNumber = 2 ** 54;

function checkMemberPermissions(visit: Visit, value: unknown): void {
  if (value === undefined || value === null) return;
  const bits = readBits(value, visit.profile);
  if (bits === undefined) {
    visit.report("member-permissions", "default_member_permissions", value, [
      "is not a bit set as a decimal string.",
      typeof value === "number" ? `Write it as a string: "${value}".` : 'Write it as a string, such as "32".',
    ]);
    return;
  }
  const unknown = bits & ~allPermissionBits;
  if (unknown === 0n) return;
  visit.report("member-permissions-bits", "default_member_permissions", value, [
    `contains bits that are not permissions (${unknown}).`,
    `Write "${bits & allPermissionBits}".`,
  ]);
}

function readBits(value: unknown, profile: Profile): bigint | undefined {
  if (typeof value === "number" && profile === "live") {
    return isWhole(value, 0, largestNumber) ? BigInt(value) : undefined;
  }
  return bitsOf(value);
}

const contexts: readonly unknown[] = Object.values(InteractionContext);
const installations: readonly unknown[] = Object.values(InstallationContext);

function checkContexts(visit: Visit, command: Fields, options: ValidateOptions): void {
  const { contexts: given, integration_types: types } = command;
  checkFilledList(visit, "contexts", given, (entry) => {
    if (!contexts.includes(entry)) visit.report("contexts-value", undefined, entry);
  });
  checkTypes(visit, types, options.applicationInstalls);
  if (options.scope === "guild") checkGuildFields(visit, command);
  else checkPrivateChannel(visit, given, types);
}

function checkTypes(visit: Visit, types: unknown, supported: readonly unknown[] | undefined): void {
  // The documentation marks contexts as nullable, but not integration_types.
  if (types === null && !visit.isAbsent(types)) visit.reportType("integration_types", types, "a list");
  checkFilledList(visit, "integration_types", types, (entry) => {
    if (!installations.includes(entry)) visit.report("integration-types-value", undefined, entry);
    else if (supported && !supported.includes(entry))
      visit.report("integration-types-supported", undefined, entry);
  });
}

function checkGuildFields(visit: Visit, command: Fields): void {
  for (const field of globalOnlyFields) {
    const value = command[field];
    if (value !== undefined && value !== null) visit.report("guild-scope-field", field, value);
  }
}

function checkPrivateChannel(visit: Visit, given: unknown, types: unknown): void {
  if (!startHas(given, InteractionContext.PrivateChannel)) return;
  // If integration_types is missing, the application's contexts apply, but they are unknown here.
  if (!Array.isArray(types) || startHas(types, InstallationContext.UserInstall)) return;
  visit.report("contexts-private-channel", "contexts", given);
}

/** Bounded, because malicious lists can be huge. */
function startHas(list: unknown, value: number): boolean {
  return Array.isArray(list) && contexts.some((_, index) => list[index] === value);
}

const { ChatInput, Message, PrimaryEntryPoint } = CommandType;
const types: readonly unknown[] = Object.values(CommandType);
const handlers: readonly unknown[] = Object.values(EntryPointHandler);

export const definedFields: ReadonlySet<string> = new Set([
  "type",
  "name",
  "name_localizations",
  "description",
  "description_localizations",
  "options",
  "default_member_permissions",
  "nsfw",
  "contexts",
  "integration_types",
  "dm_permission",
  "default_permission",
  "handler",
]);

/** Fields that guild commands do not use. When a guild's commands are overwritten in bulk, the service fills in these fields. */
export const globalOnlyFields: ReadonlySet<string> = new Set([
  "contexts",
  "integration_types",
  "dm_permission",
]);

/** The values that the service uses for omitted fields. */
export const defaults: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["type", ChatInput],
  ["description", ""],
  ["nsfw", false],
  ["default_permission", true],
  ["dm_permission", true],
]);

export function isDefault(field: string, value: unknown): boolean {
  return value === undefined || value === null || value === defaults.get(field);
}

export const addedFields: ReadonlySet<string> = new Set([
  "id",
  "application_id",
  "guild_id",
  "version",
  "name_localized",
  "description_localized",
]);

/** Includes fields that the service adds, because a fetched command may be edited and sent back. */
const fieldNames: ReadonlySet<string> = new Set([...definedFields, ...addedFields]);

const fieldNamesOfPlans: ReadonlySet<string> = new Set([...fieldNames, "renamedFrom"]);

export function checkCommand(visit: Visit, command: unknown, options: CheckOptions): void {
  if (!isObject(command)) return visit.reportNoObject("readable", command, "a command");
  const { unreadable, findings } = visit;
  const found = findings.length;
  visit.guard(() => checkFields(visit, command, options));
  // The checks below would fail on the same unreadable fields.
  if (visit.unreadable > unreadable) return;
  // If there are no findings, every field was visited, so the counted size is reliable.
  const isSmall = findings.length === found && visit.units <= limits.commandSize;
  visit.guard(() => checkDistinctNames(visit, command));
  if (!isSmall) visit.guard(() => checkSize(visit, command));
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

function checkType(visit: Visit, command: Fields, options: CheckOptions): CommandType | undefined {
  const { type } = command;
  if (options.partial) {
    // A fetched command that is sent back includes its own type.
    if (!visit.isAbsent(type) && type !== options.type) visit.report("edit-type", "type", type);
    return options.type ?? guessType(command);
  }
  if (visit.isAbsent(type)) return ChatInput;
  if (!types.includes(type)) {
    visit.report("command-type", "type", type);
    return undefined;
  }
  if (type === PrimaryEntryPoint && options.scope === "guild")
    visit.report("entry-point-scope", "type", type);
  return type as CommandType;
}

/** Options and handlers are each allowed in only one command type. */
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
  const { description, description_localizations: localizations } = command;
  // The service itself returns an empty description.
  if (description !== "" && !visit.isAbsent(description))
    visit.report("description-command-type", "description", description);
  if (localizations === undefined || localizations === null) return;
  if (!isObject(localizations)) {
    visit.reportType("description_localizations", localizations, "a dictionary of locales");
  } else if (Object.keys(localizations).length > 0) {
    visit.report("description-command-type", "description_localizations", localizations);
  }
}

function checkOptionsOf(visit: Visit, command: Fields, type: CommandType | undefined): void {
  const { options } = command;
  if (type === undefined || type === ChatInput) checkOptions(visit, options, "command");
  else if (!visit.isAbsent(options) && !(Array.isArray(options) && options.length === 0)) {
    visit.report("options-command-type", "options", options);
  }
}

function checkHandler(visit: Visit, handler: unknown, type: CommandType | undefined): void {
  if (visit.isAbsent(handler)) return;
  if (type !== undefined && type !== PrimaryEntryPoint) {
    visit.report("handler-command-type", "handler", handler);
  } else if (!handlers.includes(handler)) visit.report("handler-value", "handler", handler);
}

function checkFlags(visit: Visit, command: Fields): void {
  const { nsfw } = command;
  if (!visit.isAbsent(nsfw) && typeof nsfw !== "boolean") visit.reportType("nsfw", nsfw, "true or false");
  for (const field of ["dm_permission", "default_permission"]) {
    const value = command[field];
    if (value === undefined || value === null) continue;
    if (typeof value !== "boolean") visit.reportType(field, value, "true or false");
    else if (!value) {
      const fix = field === "dm_permission" ? "Use contexts: [0]." : 'Use default_member_permissions: "0".';
      visit.report("deprecated-field", field, value, ["is deprecated.", fix]);
    }
  }
}

/** Counts the longest localization of each string (Application Commands Interface, "Limits"). */
export function checkSize(visit: Visit, command: Fields): void {
  // A string never has fewer UTF-16 code units than code points, so most commands need no exact count.
  const rough = measure(command, (text) => text.length);
  if (rough.text + rough.numbers <= limits.commandSize) return;
  const { text, numbers } = measure(command, countCodePoints);
  if (text > limits.commandSize) {
    visit.report("command-size", undefined, text, [
      `has ${text} characters in names, descriptions and values.`,
      "Shorten descriptions, or split the command.",
    ]);
  } else if (text + numbers > limits.commandSize) {
    visit.report("command-size-numbers", undefined, text + numbers, [
      `has ${text} characters, ${text + numbers} with numeric values.`,
      "Shorten it to be safe.",
    ]);
  }
}

function measure(command: Fields, count: Count): Size {
  const size: Size = { text: 0, numbers: 0, parts: 0 };
  addNode(command, count, size, 0);
  return size;
}

export interface Size {
  text: number;
  numbers: number;
  parts: number;
}

export type Count = (text: string) => number;

function addNode(node: unknown, count: Count, size: Size, depth: number): void {
  if (size.parts++ > 10_000 || !isObject(node)) return;
  const { name, description, value, options, choices } = node;
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
