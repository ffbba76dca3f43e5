import { limits } from "../../wire/limits.ts";
import { grades, type Rule, type RuleId } from "./grades.ts";

const { commandsByType } = limits;

/** What each rule is, in a sentence, and where it is written. */
const written: Readonly<Record<RuleId, readonly [title: string, source: string]>> = {
  readable: [
    "A command is an object whose fields can be read.",
    'Application Commands Interface, "Application command"',
  ],
  "field-type": [
    "Every field has its documented type.",
    'Application Commands Interface, "Application command"',
  ],
  "unknown-field": [
    "Every field is one that the service knows: what it does not know it ignores, so that a misspelt field leaves the default.",
    'Application Commands Interface, "Application command"',
  ],
  "command-type": ["A command's type is 1, 2, 3 or 4.", 'Application Commands Interface, "Command types"'],
  "edit-type": [
    "An edit does not change the type: the service ignores it.",
    'Application Commands Interface, "Global commands"; discord-api-spec, ApplicationCommandPatchRequestPartial',
  ],
  "name-required": [
    "Commands, options and choices have a name.",
    'Application Commands Interface, "Application command"',
  ],
  "name-length": [
    `Names of commands and options have 1 to ${limits.nameLength} characters, counted as code points.`,
    'Application Commands Interface, "Limits"',
  ],
  "name-characters": [
    "Names of slash commands and options consist of letters, digits, hyphen, underscore and apostrophe.",
    'Application Commands Interface, "Application command", naming rule 1',
  ],
  "name-apostrophe": [
    "The service accepts the apostrophe ʼ (U+02BC) in names, but not ' (U+0027).",
    'Application Commands Interface, "Application command", naming rule 1; Discord documentation, Application Commands, correction of 27 August 2026',
  ],
  "name-lowercase": [
    "Names of slash commands and options use the lower case of every letter that has one.",
    'Application Commands Interface, "Application command", naming rule 2',
  ],
  "description-required": [
    "Slash commands and options have a description.",
    'Application Commands Interface, "Application command"',
  ],
  "description-length": [
    `Descriptions have 1 to ${limits.textLength} characters, counted as code points.`,
    'Application Commands Interface, "Limits"',
  ],
  "description-command-type": [
    "User and message commands have no description.",
    'Application Commands Interface, "Application command", naming rule 4',
  ],
  "options-command-type": [
    "Only slash commands have options.",
    'Application Commands Interface, "Application command"',
  ],
  "handler-command-type": [
    "Only entry point commands have a handler.",
    'Application Commands Interface, "Application command"',
  ],
  "handler-value": [
    "A handler is 1 (APP_HANDLER) or 2 (DISCORD_LAUNCH_ACTIVITY).",
    'Application Commands Interface, "Entry point handler types"',
  ],
  "entry-point-scope": ["An entry point command is global.", 'Application Commands Interface, "Limits"'],
  "option-type": [
    "An option's type is one of the numbers that stand for option types.",
    'Application Commands Interface, "Option types"',
  ],
  "options-count": [
    `A command, subcommand or group has at most ${limits.options} options.`,
    'Application Commands Interface, "Limits"',
  ],
  "options-order": [
    "Required options come before optional ones.",
    'Application Commands Interface, "Command option", rule 1',
  ],
  "option-name-unique": [
    "Option names are unique among their siblings.",
    'Application Commands Interface, "Command option"',
  ],
  "options-mixed": [
    "A command with subcommands or groups has no other options.",
    'Application Commands Interface, "Subcommand structure", rule 3',
  ],
  "options-nesting": [
    "A group holds only subcommands; a subcommand holds neither groups nor subcommands.",
    'Application Commands Interface, "Subcommand structure", rules 1 and 2',
  ],
  "group-empty": [
    "A group without subcommands is not shown.",
    'Application Commands Interface, "Subcommand structure", rule 4',
  ],
  "options-option-type": [
    "Only subcommands and groups have options.",
    'Application Commands Interface, "Command option"',
  ],
  "required-option-type": [
    "Subcommands and groups cannot be required.",
    'Application Commands Interface, "Command option"',
  ],
  "choices-option-type": [
    "Only STRING, INTEGER and NUMBER options have choices.",
    'Application Commands Interface, "Command option"',
  ],
  "choices-count": [
    `An option has at most ${limits.choices} choices.`,
    'Application Commands Interface, "Limits"',
  ],
  "choice-name-length": [
    `Names of choices have 1 to ${limits.textLength} characters, counted as code points.`,
    'Application Commands Interface, "Option choice"',
  ],
  "choice-value-type": [
    "A choice's value is of its option's type: a string, a whole number, or a number.",
    'Application Commands Interface, "Option choice"',
  ],
  "choice-value-length": [
    `String values of choices have up to ${limits.textLength} characters, counted as code points.`,
    'Application Commands Interface, "Option choice"',
  ],
  "choice-value-longest": [
    `String values of choices never have more than ${limits.choiceTextLength} characters, counted as code points.`,
    "discord-api-spec, ApplicationCommandOptionStringChoice",
  ],
  "choice-value-range": [
    "Numeric values of choices stay within the range of their option's type.",
    'Application Commands Interface, "Option types"',
  ],
  "choice-name-unique": [
    "Two choices with the same name cannot be told apart.",
    'Application Commands Interface, "Option choice"',
  ],
  "choice-value-unique": [
    "Two choices with the same value mean the same.",
    'Application Commands Interface, "Option choice"',
  ],
  "value-bounds-option-type": [
    "Only INTEGER and NUMBER options have min_value and max_value.",
    'Application Commands Interface, "Command option"',
  ],
  "value-bounds-range": [
    "min_value and max_value are numbers within the range of the option's type, whole for INTEGER.",
    'Application Commands Interface, "Option types"',
  ],
  "value-bounds-order": [
    "min_value is not above max_value.",
    'Application Commands Interface, "Command option"',
  ],
  "length-bounds-option-type": [
    "Only STRING options have min_length and max_length.",
    'Application Commands Interface, "Command option"',
  ],
  "length-bounds-range": [
    `min_length is a whole number from 0 to ${limits.optionTextLength}, max_length from 1 to ${limits.optionTextLength}.`,
    'Application Commands Interface, "Limits"',
  ],
  "length-bounds-order": [
    "min_length is not above max_length.",
    'Application Commands Interface, "Command option"',
  ],
  "channel-types-option-type": [
    "Only CHANNEL options have channel_types.",
    'Application Commands Interface, "Command option"',
  ],
  "channel-types-value": [
    "Every entry of channel_types is a channel type.",
    'Discord documentation, Channel, "Channel Types"',
  ],
  "channel-types-unusable": [
    "Channels of the types DM, GROUP_DM and GUILD_DIRECTORY cannot be picked in an option.",
    'Discord documentation, Channel, "Channel Types"',
  ],
  "file-types-option-type": [
    "Only ATTACHMENT options have file_types.",
    "Discord documentation, change log, 5 August 2026",
  ],
  "file-types-value": [
    `file_types holds at most ${limits.fileTypes} of: image, video, audio, or an extension with its dot; 16 characters each.`,
    "Discord documentation, change log, 5 August 2026; discord-api-spec, ApplicationCommandAttachmentOption",
  ],
  "file-types-unique": ["file_types has no entry twice.", "Discord documentation, change log, 5 August 2026"],
  "autocomplete-option-type": [
    "Only STRING, INTEGER and NUMBER options have autocomplete.",
    'Application Commands Interface, "Command option"',
  ],
  "autocomplete-choices": [
    "An option with choices has no autocomplete.",
    'Application Commands Interface, "Command option"',
  ],
  "locale-key": [
    "Every key of a localization dictionary is a locale of the service.",
    'Discord documentation, Reference, "Locales"',
  ],
  "locale-unlisted": [
    "The locales ar and he are known to the service's schema, but not listed in its documentation.",
    "discord-api-spec, AvailableLocalesEnum",
  ],
  "localized-name-distinct": [
    "A localized option name differs from the default names of the command's other options, and from theirs in its locale.",
    'Application Commands Interface, "Localization", rule 3',
  ],
  "command-size": [
    `Names, descriptions and string values of a command have at most ${limits.commandSize} characters in all; of each, the longest localization counts.`,
    'Application Commands Interface, "Limits"',
  ],
  "command-size-numbers": [
    `With its numeric choice values, which the service may count, a command is longer than ${limits.commandSize} characters.`,
    'Application Commands Interface, "Limits"',
  ],
  "member-permissions": [
    "default_member_permissions is a bit set: a decimal string, or a whole number from 0 to 2^54.",
    'Application Commands Interface, "Application command"; discord-api-spec, ApplicationCommandCreateRequest',
  ],
  "member-permissions-bits": [
    "default_member_permissions has only bits that are permissions.",
    "Discord documentation, Permissions",
  ],
  "deprecated-field": [
    "Switching dm_permission or default_permission off is deprecated.",
    'Application Commands Interface, "Versioning"',
  ],
  "contexts-value": [
    "Every entry of contexts is 0, 1 or 2.",
    'Application Commands Interface, "Interaction contexts and installation contexts"',
  ],
  "integration-types-value": [
    "Every entry of integration_types is 0 or 1.",
    'Application Commands Interface, "Interaction contexts and installation contexts"',
  ],
  "integration-types-supported": [
    "integration_types has only installation contexts that the application supports.",
    'Application Commands Interface, "Interaction contexts and installation contexts", rule 1',
  ],
  "list-empty": [
    "contexts and integration_types are absent, null, or have an entry.",
    "discord-api-spec, ApplicationCommandCreateRequest",
  ],
  "list-unique": [
    "contexts, integration_types and channel_types have no entry twice.",
    "discord-api-spec, ApplicationCommandCreateRequest",
  ],
  "contexts-private-channel": [
    "The context PRIVATE_CHANNEL has an effect only if integration_types has USER_INSTALL.",
    'Application Commands Interface, "Interaction contexts and installation contexts"',
  ],
  "guild-scope-field": [
    "contexts, integration_types and dm_permission have no effect on guild commands.",
    'Application Commands Interface, "Application command"',
  ],
  "set-list": ["A set of commands is a list.", 'Application Commands Interface, "Global commands"'],
  "set-count": [
    `A scope holds at most ${commandsByType[1]} slash, ${commandsByType[2]} user and ${commandsByType[3]} message commands, and globally one entry point.`,
    'Application Commands Interface, "Limits"',
  ],
  "set-name-unique": [
    "Names are unique within a type and scope.",
    'Application Commands Interface, "Limits"',
  ],
  "set-former-name": [
    "renamedFrom is the former name of one command: two of a type have not had the same.",
    'Application Commands Interface, "Limits"',
  ],
  "set-id": [
    "An item's id is an id of at most 64 bits, and no other item's.",
    'Application Commands Interface, "Guild commands"',
  ],
  "overwrites-list": [
    "Permission overwrites are a list of objects.",
    'Application Commands Interface, "Application command permission"',
  ],
  "overwrites-count": [
    `A command has at most ${limits.overwrites} permission overwrites in a guild.`,
    'Application Commands Interface, "Limits"',
  ],
  "overwrite-id": [
    "An overwrite's id is the id of a role, user or channel: a string of at most 64 bits.",
    'Application Commands Interface, "Application command permission"',
  ],
  "overwrite-type": [
    "An overwrite's type is 1 (role), 2 (user) or 3 (channel).",
    'Application Commands Interface, "Application command permission"',
  ],
  "overwrite-permission": [
    "The permission of an overwrite is true or false.",
    'Application Commands Interface, "Application command permission"',
  ],
  "overwrite-unique": [
    "There is one overwrite per role, user or channel.",
    'Application Commands Interface, "Application command permission"',
  ],
  "overwrite-constant": [
    "The guild's id means @everyone and has type 1; the guild's id minus one means all channels and has type 3.",
    'Application Commands Interface, "Application command permission"',
  ],
};

/** Every rule that is checked before anything is sent, by its stable id. */
export const rules: Readonly<Record<RuleId, Rule>> = Object.fromEntries(
  Object.entries(written).map(([id, [title, source]]) => [id, { title, source, ...grades[id as RuleId] }]),
) as Record<RuleId, Rule>;
