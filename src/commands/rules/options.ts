import { isWhole } from "../../core/check/readers.ts";
import { ChannelType, OptionType } from "../../wire/command-option.ts";
import {
  type OptionSetting,
  optionTraits,
  optionTypes,
  isOptionType,
  isInRange,
  rangeOf,
} from "../../wire/option-traits.ts";
import { checkChoices } from "./choices.ts";
import { checkList, type Fields, type Visit } from "./visit.ts";
import type { RuleId } from "./grades.ts";
import { limits } from "../../wire/limits.ts";
import { isObject } from "../../core/check/readers.ts";
import { checkDescriptions, checkNames } from "./names.ts";
import { cut } from "../../core/errors.ts";

const ruleOf: Readonly<Record<OptionSetting, RuleId>> = {
  required: "required-option-type",
  choices: "choices-option-type",
  autocomplete: "autocomplete-option-type",
  min_value: "value-bounds-option-type",
  max_value: "value-bounds-option-type",
  min_length: "length-bounds-option-type",
  max_length: "length-bounds-option-type",
  channel_types: "channel-types-option-type",
  file_types: "file-types-option-type",
  options: "options-option-type",
};

const texts = ["type", "name", "name_localizations", "description", "description_localizations"];

const common: ReadonlySet<string> = new Set([...texts, "name_localized", "description_localized"]);

export const optionFields: ReadonlySet<string> = new Set([...texts, ...Object.keys(ruleOf)]);

const known: ReadonlySet<string> = new Set([...common, ...optionFields]);

const channelTypes: ReadonlySet<unknown> = new Set(Object.values(ChannelType));
const unusable: ReadonlySet<unknown> = new Set([
  ChannelType.Dm,
  ChannelType.GroupDm,
  ChannelType.GuildDirectory,
]);

function checkSettings(visit: Visit, option: Fields, type: OptionType): void {
  for (const field in option) {
    const value = option[field];
    if (!isSetting(field) || visit.isAbsent(value)) continue;
    if (has(type, field)) checks[field](visit, field, value, type);
    else checkMisplaced(visit, field, value);
  }
  visit.reportUnknown(option, "an option", known);
  checkPairs(visit, option, type);
}

function isSetting(field: string): field is OptionSetting {
  return Object.hasOwn(ruleOf, field);
}

function has(type: OptionType, setting: OptionSetting): boolean {
  return optionTraits[type].settings.includes(setting);
}

function checkMisplaced(visit: Visit, field: OptionSetting, value: unknown): void {
  // In the API specification, options of every type have this field.
  if (field === "required" && typeof value !== "boolean") visit.reportType(field, value, "true or false");
  else if (value !== false && !(Array.isArray(value) && value.length === 0))
    reportMisplaced(visit, field, value);
}

const checks: Readonly<Record<OptionSetting, CheckSetting>> = {
  required: checkFlag,
  autocomplete: checkFlag,
  choices: (visit, _field, value, type) => checkChoices(visit, value, type),
  min_value: checkValueBound,
  max_value: checkValueBound,
  min_length: checkLengthBound,
  max_length: checkLengthBound,
  channel_types: (visit, field, value) =>
    checkList(visit, field, value, (one) => checkChannelType(visit, one)),
  file_types: (visit, _field, value) => checkFileTypes(visit, value),
  options: () => undefined,
};

type CheckSetting = (visit: Visit, field: OptionSetting, value: unknown, type: OptionType) => unknown;

function checkFlag(visit: Visit, field: string, value: unknown): void {
  if (typeof value !== "boolean") visit.reportType(field, value, "true or false");
}

function checkValueBound(visit: Visit, field: string, value: unknown, type: OptionType): void {
  if (isInRange(value, type)) return;
  const { text } = rangeOf(type);
  visit.report("value-bounds-range", field, value, [`is not ${text}.`, `Use ${text}.`]);
}

function checkLengthBound(visit: Visit, field: string, value: unknown): void {
  const least = field === "min_length" ? 0 : 1;
  if (isWhole(value, least, limits.optionTextLength)) return;
  const text = `a whole number from ${least} to ${limits.optionTextLength}`;
  visit.report("length-bounds-range", field, value, [`is not ${text}.`, `Use ${text}.`]);
}

function checkChannelType(visit: Visit, entry: unknown): void {
  if (unusable.has(entry)) visit.report("channel-types-unusable", undefined, entry);
  if (channelTypes.has(entry)) return;
  const fix = `Use one or more of: ${[...channelTypes].join(", ")}.`;
  visit.report("channel-types-value", undefined, entry, ["is not a channel type.", fix]);
}

function checkFileTypes(visit: Visit, value: unknown): void {
  const check = (entry: unknown): void => checkFileType(visit, entry);
  if (!checkList(visit, "file_types", value, check, "file-types-unique")) return;
  if (value.length <= limits.fileTypes) return;
  const message = `has ${value.length} entries.`;
  visit.report("file-types-value", "file_types", value, [message, `Use at most ${limits.fileTypes}.`]);
}

function checkFileType(visit: Visit, entry: unknown): void {
  if (typeof entry === "string" && /^(image|video|audio|\.[a-z0-9.]{1,15})$/i.test(entry)) return;
  visit.report("file-types-value", undefined, entry, [
    "is not a file type.",
    'Use "image", "video", "audio", or an extension such as ".png", of at most 16 characters.',
  ]);
}

function checkPairs(visit: Visit, option: Fields, type: OptionType): void {
  if (has(type, "choices")) {
    const { choices, autocomplete } = option;
    if (autocomplete === true && Array.isArray(choices) && choices.length > 0) {
      visit.report("autocomplete-choices", "autocomplete", autocomplete);
    }
  }
  if (has(type, "min_length")) checkOrder(visit, option, "length");
  if (has(type, "min_value")) checkOrder(visit, option, "value");
}

function checkOrder(visit: Visit, option: Fields, what: "length" | "value"): void {
  const least = option[`min_${what}`];
  const most = option[`max_${what}`];
  if (typeof least !== "number" || typeof most !== "number" || least <= most) return;
  const message = `exceeds max_${what} (${most}).`;
  visit.report(`${what}-bounds-order`, `min_${what}`, least, [message, "Swap the two."]);
}

function reportMisplaced(visit: Visit, field: OptionSetting, value: unknown): void {
  const types = optionTypes.filter((type) => has(type, field));
  visit.report(ruleOf[field], field, value, [
    "does not belong to an option of this type.",
    `It is only valid for the option types ${types.join(", ")}.`,
  ]);
}

const { SubCommand, SubCommandGroup } = OptionType;

type Holder = "command" | "group" | "subcommand";

export function checkOptions(visit: Visit, options: unknown, holder: Holder): void {
  if (visit.isAbsent(options)) return;
  if (!Array.isArray(options)) return visit.reportType("options", options, "a list");
  checkCount(visit, options.length, holder);
  const siblings: Siblings = { names: new Set(), optional: undefined, first: undefined };
  const checkAt = (index: number): void =>
    visit.guard(() => checkOption(visit, options[index], holder, siblings));
  visit.inside("options", () => visit.each(options, checkAt));
}

interface Siblings {
  readonly names: Set<string>;
  optional: string | undefined;
  first: "nested" | "value" | undefined;
}

function checkOption(visit: Visit, option: unknown, holder: Holder, siblings: Siblings): void {
  if (!isObject(option)) return visit.reportNoObject("readable", option, "an option");
  const { type, required } = option;
  const name = checkNames(visit, option, "strict");
  if (option["name_localizations"] !== undefined) visit.hasLocalizedOption = true;
  if (name !== undefined) checkUnique(visit, name, siblings);
  checkDescriptions(visit, option, true);
  if (!isOptionType(type)) {
    const fix = `Use a number from 1 to ${optionTypes.length}.`;
    return visit.report("option-type", "type", type, ["is not an option type.", fix]);
  }
  checkPosition(visit, type, holder, siblings);
  if (!isNested(type)) checkRequiredOrder(visit, required, name, siblings);
  checkSettings(visit, option, type);
  checkBelow(visit, option, type, holder);
}

function isNested(type: OptionType): boolean {
  return optionTraits[type].holds === "options";
}

function checkCount(visit: Visit, count: number, holder: Holder): void {
  if (count > limits.options) {
    visit.report("options-count", "options", count, [
      `has ${count} entries.`,
      `Use at most ${limits.options}, or move some to subcommands.`,
    ]);
  }
  if (count === 0 && holder === "group") visit.report("group-empty", undefined, []);
}

function checkUnique(visit: Visit, name: string, { names }: Siblings): void {
  if (names.has(name)) visit.report("option-name-unique", "name", name);
  names.add(name);
}

function checkPosition(visit: Visit, type: OptionType, holder: Holder, siblings: Siblings): void {
  const nested = isNested(type);
  const fits = holder === "group" ? type === SubCommand : holder === "command" || !nested;
  if (!fits) {
    const isGroup = holder === "group";
    visit.report("options-nesting", undefined, type, [
      `cannot be inside a ${holder}.`,
      isGroup
        ? "A group can only contain subcommands."
        : "A subcommand can only contain options with a value.",
    ]);
  }
  siblings.first ??= nested ? "nested" : "value";
  if (holder === "command" && (siblings.first === "nested") !== nested) {
    visit.report("options-mixed", undefined, type);
  }
}

function checkRequiredOrder(
  visit: Visit,
  required: unknown,
  name: string | undefined,
  siblings: Siblings,
): void {
  if (required !== true) siblings.optional ??= name ?? "";
  else if (siblings.optional !== undefined) {
    visit.report("options-order", undefined, name, [
      `is required, but follows the optional option "${cut(siblings.optional, 32)}".`,
      "Move it before the optional ones.",
    ]);
  }
}

function checkBelow(visit: Visit, option: Fields, type: OptionType, holder: Holder): void {
  const { options } = option;
  if (type === SubCommandGroup && holder === "command") {
    if (visit.isAbsent(options)) visit.report("group-empty", undefined, []);
    checkOptions(visit, options, "group");
  } else if (type === SubCommand && holder !== "subcommand") {
    checkOptions(visit, options, "subcommand");
  }
}
