import { limits } from "../../src/wire/limits.ts";
import {
  CommandType,
  EntryPointHandler,
  InstallationContext,
  InteractionContext,
} from "../../src/wire/command.ts";
import { ChannelType, OptionType } from "../../src/wire/command-option.ts";
import { locales } from "../../src/wire/locale.ts";
import { type OptionSetting, optionTraits, optionTypes, rangeOf } from "../../src/wire/option-traits.ts";
import { orNull, type Schema, textOf, to } from "./schema.ts";

const { ChatInput, User, Message, PrimaryEntryPoint } = CommandType;

/** A misplaced setting is allowed if it has its default value. */
const isEmpty = { enum: [null, false, []] };
/** Rejects upper-case letters that have a lower-case form. */
const strictName = "^(?!.*\\p{CWL})[-_\\p{L}\\p{N}\\p{sc=Deva}\\p{sc=Thai}]*$";
/** Returns a case-insensitive pattern, because patterns in JSON Schema have no flags. */
const anyCase = (word: string) => word.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
const fileKinds = ["image", "video", "audio"];

const listed = (values: Readonly<Record<string, number>>) =>
  Object.entries(values)
    .map(([name, value]) => `${value} ${name}`)
    .join(", ");

/** Returns the JSON Schema for a commands file, generated from the facts that the rules use. */
export function commandsSchema(): Schema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Application commands",
    description: "An application's global commands, or the commands of one guild.",
    anyOf: [
      to("commands"),
      {
        description: "An object with the list and a $schema field for editors.",
        type: "object",
        required: ["commands"],
        properties: { $schema: { type: "string" }, commands: to("commands") },
        additionalProperties: false,
      },
    ],
    $defs: {
      commands: {
        type: "array",
        items: { anyOf: [to("slashCommand"), to("contextMenuCommand"), to("entryPointCommand")] },
        allOf: Object.values(CommandType).map(countOf),
      },
      ...texts,
      ...commands,
      ...Object.fromEntries(optionTypes.map((type) => [optionName(type), optionSchema(type)])),
      valueOptions: optionsOf(optionTypes.filter((type) => optionTraits[type].holds !== "options")),
      subcommands: optionsOf([OptionType.SubCommand]),
      subcommandsAndGroups: optionsOf([OptionType.SubCommand, OptionType.SubCommandGroup]),
    },
  };
}

function countOf(type: CommandType): Schema {
  return {
    type: "array",
    contains: {
      type: "object",
      properties: { type: { enum: type === ChatInput ? [type, null] : [type] } },
      ...(type !== ChatInput && { required: ["type"] }),
    },
    minContains: 0,
    maxContains: limits.commandsByType[type],
  };
}

const localized = (description: string, each: Schema): Schema => ({
  description,
  type: ["object", "null"],
  // The service accepts two more languages than its documentation lists.
  propertyNames: { enum: [...locales, "ar", "he"] },
  additionalProperties: orNull(each),
});

const texts: Readonly<Record<string, Schema>> = {
  strictName: textOf(limits.nameLength, {
    description: `1 to ${limits.nameLength} letters, digits, - and _, in lower case.`,
    pattern: strictName,
  }),
  freeName: textOf(limits.nameLength, {
    description: `1 to ${limits.nameLength} characters; upper case and spaces are allowed.`,
  }),
  strictNames: localized("The name in other languages.", to("strictName")),
  freeNames: localized("The name in other languages.", to("freeName")),
  description: textOf(limits.textLength, { description: `1 to ${limits.textLength} characters.` }),
  descriptions: localized("The description in other languages.", to("description")),
  choiceName: textOf(limits.textLength, {
    description: `The displayed name: 1 to ${limits.textLength} characters.`,
  }),
  choiceNames: localized("The name in other languages.", to("choiceName")),
};

/** Fields that all commands have. */
const shared: Readonly<Record<string, Schema>> = {
  id: {
    description: "The id of an existing command, to rename it and keep its permissions.",
    type: ["string", "null"],
    pattern: "^[1-9][0-9]{0,19}$",
  },
  renamedFrom: {
    description: "The previous name, to rename a command and keep its id. Not sent to the service.",
    type: "string",
  },
  default_member_permissions: {
    description: 'Permission bits as a decimal string; "0": administrators only; null: everyone.',
    anyOf: [
      { type: "string", pattern: "^[0-9]{1,20}$" },
      { type: "integer", minimum: 0, maximum: 2 ** 54 },
      { type: "null" },
    ],
  },
  dm_permission: { description: "Deprecated: use contexts.", type: ["boolean", "null"] },
  default_permission: {
    description: "Deprecated: use default_member_permissions.",
    type: ["boolean", "null"],
  },
  nsfw: { description: "Age-restricted. Default false.", type: ["boolean", "null"] },
  integration_types: {
    description: `How the application must be installed: ${listed(InstallationContext)}. Global commands only.`,
    ...filledList(Object.values(InstallationContext)),
  },
  contexts: {
    description: `Where it can be used: ${listed(InteractionContext)}. Global commands only.`,
    ...filledList(Object.values(InteractionContext)),
  },
};

function filledList(values: readonly number[]): Schema {
  return { type: ["array", "null"], minItems: 1, uniqueItems: true, items: { enum: values } };
}

/** Fields that the service adds to its responses. They are allowed, so that a fetched command can be sent back. */
const added = "^(application_id|guild_id|version|name_localized|description_localized)$";

function commandSchema(
  description: string,
  required: readonly string[],
  properties: Readonly<Record<string, Schema>>,
  mayBeEmpty: Readonly<Record<string, Schema>> = {},
): Schema {
  return {
    description,
    type: "object",
    required,
    properties: { ...properties, ...shared },
    patternProperties: {
      [added]: {},
      ...Object.fromEntries(Object.entries(mayBeEmpty).map(([field, schema]) => [`^${field}$`, schema])),
    },
    additionalProperties: false,
  };
}

const strictTexts = {
  name: to("strictName"),
  name_localizations: to("strictNames"),
  description: to("description"),
  description_localizations: to("descriptions"),
};
const freeNames = { name: to("freeName"), name_localizations: to("freeNames") };
const noOptions = { enum: [null, []] };

const commands: Readonly<Record<string, Schema>> = {
  slashCommand: commandSchema(
    "A slash command.",
    ["name", "description"],
    {
      type: { description: "1: a slash command (default).", enum: [ChatInput, null] },
      ...strictTexts,
      options: {
        description: `At most ${limits.options} options: either values, required ones first, or subcommands and groups.`,
        anyOf: [to("valueOptions"), to("subcommandsAndGroups")],
      },
    },
    { handler: { type: "null" } },
  ),
  contextMenuCommand: commandSchema(
    "A context menu command for users or messages.",
    ["name", "type"],
    {
      type: { description: "2: for users. 3: for messages.", enum: [User, Message] },
      ...freeNames,
    },
    {
      description: { enum: ["", null] },
      description_localizations: { type: ["object", "null"], maxProperties: 0 },
      options: noOptions,
      handler: { type: "null" },
    },
  ),
  entryPointCommand: commandSchema(
    "The command that launches the application's Activity. Global; one per application.",
    ["name", "type"],
    {
      type: { description: "4: the entry point.", const: PrimaryEntryPoint },
      ...freeNames,
      description: { anyOf: [to("description"), { enum: ["", null] }] },
      description_localizations: to("descriptions"),
      handler: {
        description: `The handler: ${listed(EntryPointHandler)}.`,
        enum: [...Object.values(EntryPointHandler), null],
      },
    },
    { options: noOptions },
  ),
};

function optionName(type: OptionType): string {
  const name = Object.entries(OptionType).find(([, value]) => value === type)?.[0] ?? "";
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}Option`;
}

function optionsOf(types: readonly OptionType[]): Schema {
  return {
    type: ["array", "null"],
    maxItems: limits.options,
    items: { anyOf: types.map((type) => to(optionName(type))) },
  };
}

const everySetting = [...new Set(optionTypes.flatMap((type) => optionTraits[type].settings))];

function optionSchema(type: OptionType): Schema {
  const { settings } = optionTraits[type];
  const foreign = everySetting.filter((setting) => !settings.includes(setting) && setting !== "required");
  return {
    type: "object",
    required: ["type", "name", "description"],
    properties: {
      type: { const: type },
      ...strictTexts,
      ...Object.fromEntries(settings.map((setting) => [setting, settingSchema(setting, type)])),
    },
    patternProperties: {
      "^(name_localized|description_localized)$": {},
      [`^(${foreign.join("|")})$`]: isEmpty,
      ...(!settings.includes("required") && { "^required$": { enum: [null, false] } }),
    },
    additionalProperties: false,
    ...(settings.includes("autocomplete") && { not: suggestingAmongChoices }),
  };
}

const suggestingAmongChoices = {
  type: "object",
  required: ["choices", "autocomplete"],
  properties: { choices: { type: "array", minItems: 1 }, autocomplete: { const: true } },
};

function settingSchema(setting: OptionSetting, type: OptionType): Schema {
  switch (setting) {
    case "required":
      return { description: "Default false. Required options must come first.", type: ["boolean", "null"] };
    case "autocomplete":
      return {
        description:
          "Whether the application suggests values while the player types. Cannot be combined with choices.",
        type: ["boolean", "null"],
      };
    case "choices":
      return choicesSchema(type);
    case "min_value":
    case "max_value":
      return { description: rangeOf(type).text, ...orNull(numberSchema(type)) };
    case "min_length":
      return lengthSchema(0);
    case "max_length":
      return lengthSchema(1);
    case "channel_types":
      return {
        description: `The selectable channel types; all by default. ${listed(ChannelType)}.`,
        type: ["array", "null"],
        uniqueItems: true,
        items: { enum: Object.values(ChannelType) },
      };
    case "file_types":
      return {
        description: `At most ${limits.fileTypes}: image, video, audio, or an extension with its dot.`,
        type: ["array", "null"],
        maxItems: limits.fileTypes,
        uniqueItems: true,
        items: {
          anyOf: [
            { enum: fileKinds },
            { type: "string", pattern: `^(${fileKinds.map(anyCase).join("|")}|\\.[A-Za-z0-9.]{1,15})$` },
          ],
        },
      };
    case "options":
      return {
        description: `At most ${limits.options}.`,
        ...to(type === OptionType.SubCommandGroup ? "subcommands" : "valueOptions"),
      };
  }
}

function choicesSchema(type: OptionType): Schema {
  const isText = optionTraits[type].holds === "string";
  return {
    description: `The allowed values; at most ${limits.choices}.`,
    type: ["array", "null"],
    maxItems: limits.choices,
    items: {
      type: "object",
      required: ["name", "value"],
      properties: {
        name: to("choiceName"),
        name_localizations: to("choiceNames"),
        value: isText ? { type: "string", maxLength: limits.textLength } : numberSchema(type),
      },
      patternProperties: { "^name_localized$": {} },
      additionalProperties: false,
    },
  };
}

function numberSchema(type: OptionType): Schema {
  const { least, most } = rangeOf(type);
  return {
    type: optionTraits[type].holds === "integer" ? "integer" : "number",
    minimum: least,
    maximum: most,
  };
}

function lengthSchema(least: number): Schema {
  return {
    description: `${least} to ${limits.optionTextLength}.`,
    type: ["integer", "null"],
    minimum: least,
    maximum: limits.optionTextLength,
  };
}
