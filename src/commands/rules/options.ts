import { isObject } from "../../core/check/readers.ts";
import { OptionType } from "../../wire/command-option.ts";
import { isOptionType, optionTraits, optionTypes } from "../../wire/option-traits.ts";
import { checkDescriptions } from "./descriptions.ts";
import { checkNames } from "./names.ts";
import { checkSettings } from "./option-settings.ts";
import { type Fields, type Visit, wordForMissing } from "./visit.ts";
import { limits } from "../../wire/limits.ts";

const { SubCommand, SubCommandGroup } = OptionType;

/** What holds the options. */
type Holder = "command" | "group" | "subcommand";

/** Checks the `options` of a command, group or subcommand, and all below them. */
export function checkOptions(visit: Visit, options: unknown, holder: Holder): void {
  if (visit.isAbsent(options)) return;
  if (!Array.isArray(options)) {
    visit.reportType("options", options, "a list");
    return;
  }
  checkCount(visit, options.length, holder);
  visit.enter("options");
  const siblings: Siblings = { names: new Set(), optional: undefined, first: undefined };
  for (let index = 0; index < options.length && visit.takePart(); index++) {
    visit.enter(index);
    visit.guard(() => checkOption(visit, options[index], holder, siblings));
    visit.leave();
  }
  visit.leave();
}

/** What the options seen so far mean for the next. */
interface Siblings {
  readonly names: Set<string>;
  /** The name of the first optional one. */
  optional: string | undefined;
  /** Whether the first one was a subcommand or group, or took a value. */
  first: "nested" | "value" | undefined;
}

function checkOption(visit: Visit, option: unknown, holder: Holder, siblings: Siblings): void {
  if (!isObject(option)) {
    visit.reportNoObject("readable", option, "an option");
    return;
  }
  const { type, required } = option as Record<string, unknown>;
  const name = checkNames(visit, option, "strict");
  if (option["name_localizations"] !== undefined) visit.hasLocalizedOption = true;
  if (name !== undefined) checkUnique(visit, name, siblings);
  checkDescriptions(visit, option, true);
  if (!isOptionType(type)) {
    visit.report("option-type", "type", {
      value: type,
      message: "is not an option type.",
      fix: `Use a number from 1 to ${optionTypes.length}.`,
      service: wordForMissing(type),
    });
    return;
  }
  checkPlace(visit, type, holder, siblings);
  if (!isNested(type)) checkRequiredOrder(visit, required, name, siblings);
  checkSettings(visit, option, type);
  checkBelow(visit, option, type, holder);
}

/** Whether it holds options instead of a value. */
function isNested(type: OptionType): boolean {
  return optionTraits[type].holds === "options";
}

function checkCount(visit: Visit, count: number, holder: Holder): void {
  if (count > limits.options) {
    visit.report("options-count", "options", {
      value: count,
      message: `has ${count} entries.`,
      fix: `Keep ${limits.options}, or spread them over subcommands.`,
    });
  }
  if (count === 0 && holder === "group") reportEmptyGroup(visit);
}

function reportEmptyGroup(visit: Visit): void {
  visit.report("group-empty", undefined, {
    value: [],
    message: "is a group without subcommands, which is not shown.",
    fix: "Add a subcommand, or remove the group.",
  });
}

function checkUnique(visit: Visit, name: string, { names }: Siblings): void {
  if (names.has(name)) {
    visit.report("option-name-unique", "name", {
      value: name,
      message: "is the name of an earlier option too.",
      fix: "Rename one of the two.",
    });
  }
  names.add(name);
}

function checkPlace(visit: Visit, type: OptionType, holder: Holder, siblings: Siblings): void {
  const nested = isNested(type);
  const fits = holder === "group" ? type === SubCommand : holder === "command" || !nested;
  if (!fits) {
    visit.report("options-nesting", undefined, {
      value: type,
      message: `cannot be inside a ${holder}.`,
      fix:
        holder === "group"
          ? "A group holds only subcommands."
          : "A subcommand holds only options with a value.",
    });
  }
  siblings.first ??= nested ? "nested" : "value";
  if (holder === "command" && (siblings.first === "nested") !== nested) {
    visit.report("options-mixed", undefined, {
      value: type,
      message: "is mixed with options of the other kind.",
      fix: "A command has either subcommands and groups, or options with a value.",
    });
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
    visit.report("options-order", undefined, {
      value: name,
      message: `is required and comes after the optional option "${siblings.optional.slice(0, 32)}".`,
      fix: "Move it before the optional ones.",
    });
  }
}

function checkBelow(visit: Visit, option: Fields, type: OptionType, holder: Holder): void {
  const { options } = option as Record<string, unknown>;
  if (type === SubCommandGroup && holder === "command") {
    if (visit.isAbsent(options)) reportEmptyGroup(visit);
    checkOptions(visit, options, "group");
  } else if (type === SubCommand && holder !== "subcommand") {
    checkOptions(visit, options, "subcommand");
  }
}
