import { limits } from "../../wire/limits.ts";
import { grades, type Rule, type RuleId } from "./grades.ts";

const { commandsByType } = limits;

type Written = readonly [title: string, source: string];

function chapter(title: string, rule?: string): string {
  return `Application Commands Interface, "${title}"${rule === undefined ? "" : `, ${rule}`}`;
}

function allFrom<Id extends RuleId>(
  source: string,
  titles: Readonly<Record<Id, string>>,
): Readonly<Record<Id, Written>> {
  const rows = Object.entries<string>(titles).map(([id, title]) => [id, [title, source]]);
  return Object.fromEntries(rows) as Record<Id, Written>;
}

const written: Readonly<Record<RuleId, Written>> = {
  ...allFrom(chapter("Application command"), {
    readable: "A command is an object whose fields can be read.",
    "field-type": "Every field has its documented type.",
    "unknown-field":
      "Every field is known to the service. It ignores unknown fields, so a misspelled field would keep its default.",
    "name-required": "Commands, options and choices have a name.",
    "description-required": "Slash commands and options have a description.",
    "options-command-type": "Only slash commands have options.",
    "handler-command-type": "Only entry point commands have a handler.",
    "guild-scope-field": "contexts, integration_types and dm_permission have no effect on guild commands.",
  }),
  ...allFrom(chapter("Limits"), {
    "name-length": `Command and option names have 1 to ${limits.nameLength} characters, counted as code points.`,
    "description-length": `Descriptions have 1 to ${limits.textLength} characters, counted as code points.`,
    "entry-point-scope": "An entry point command is global.",
    "options-count": `A command, subcommand or group has at most ${limits.options} options.`,
    "choices-count": `An option has at most ${limits.choices} choices.`,
    "length-bounds-range": `min_length is a whole number from 0 to ${limits.optionTextLength}, and max_length one from 1 to ${limits.optionTextLength}.`,
    "command-size": `A command's names, descriptions and string values have at most ${limits.commandSize} characters in total, counting only the longest localization of each.`,
    "command-size-numbers": `A command has at most ${limits.commandSize} characters even if the service counts numeric choice values.`,
    "set-count": `A scope holds at most ${commandsByType[1]} slash, ${commandsByType[2]} user and ${commandsByType[3]} message commands; the global scope also holds one entry point.`,
    "set-name-unique": "Names are unique within a type and scope.",
    "set-former-name": "renamedFrom is unique among commands of the same type.",
    "overwrites-count": `A command has at most ${limits.overwrites} permission overwrites in a guild.`,
  }),
  ...allFrom(chapter("Option types"), {
    "option-type": "An option's type is the number of an option type.",
    "choice-value-range": "A choice's numeric value is within the range of its option's type.",
    "value-bounds-range":
      "min_value and max_value are numbers within the range of the option's type; for INTEGER, whole numbers.",
  }),
  ...allFrom(chapter("Command option"), {
    "option-name-unique": "Option names are unique among their siblings.",
    "options-option-type": "Only subcommands and groups have options.",
    "required-option-type": "Subcommands and groups cannot be required.",
    "choices-option-type": "Only STRING, INTEGER and NUMBER options have choices.",
    "value-bounds-option-type": "Only INTEGER and NUMBER options have min_value and max_value.",
    "value-bounds-order": "min_value does not exceed max_value.",
    "length-bounds-option-type": "Only STRING options have min_length and max_length.",
    "length-bounds-order": "min_length does not exceed max_length.",
    "channel-types-option-type": "Only CHANNEL options have channel_types.",
    "autocomplete-option-type": "Only STRING, INTEGER and NUMBER options have autocomplete.",
    "autocomplete-choices": "An option with choices has no autocomplete.",
  }),
  ...allFrom(chapter("Option choice"), {
    "choice-name-length": `Choice names have 1 to ${limits.textLength} characters, counted as code points.`,
    "choice-value-type": "A choice's value matches its option's type: a string, a whole number, or a number.",
    "choice-value-length": `A choice's string value has at most ${limits.textLength} characters, counted as code points.`,
    "choice-name-unique": "Two choices with the same name cannot be distinguished.",
    "choice-value-unique": "Two choices with the same value are equivalent.",
  }),
  ...allFrom('Discord documentation, Channel, "Channel Types"', {
    "channel-types-value": "Every entry of channel_types is a channel type.",
    "channel-types-unusable": "DM, GROUP_DM and GUILD_DIRECTORY channels cannot be picked in an option.",
  }),
  ...allFrom("Discord documentation, change log, 5 August 2026", {
    "file-types-option-type": "Only ATTACHMENT options have file_types.",
    "file-types-unique": "file_types contains no duplicates.",
  }),
  ...allFrom(chapter("Interaction contexts and installation contexts"), {
    "contexts-value": "Every entry of contexts is 0, 1 or 2.",
    "integration-types-value": "Every entry of integration_types is 0 or 1.",
    "contexts-private-channel":
      "The context PRIVATE_CHANNEL has an effect only if integration_types has USER_INSTALL.",
  }),
  ...allFrom("discord-api-spec, ApplicationCommandCreateRequest", {
    "list-empty": "contexts and integration_types are absent, null, or not empty.",
    "list-unique": "contexts, integration_types and channel_types contain no duplicates.",
  }),
  ...allFrom(chapter("Application command permission"), {
    "overwrites-list": "Permission overwrites are a list of objects.",
    "overwrite-id": "An overwrite's id is the id of a role, user or channel: a string of at most 64 bits.",
    "overwrite-type": "An overwrite's type is 1 (role), 2 (user) or 3 (channel).",
    "overwrite-permission": "An overwrite's permission is true or false.",
    "overwrite-unique": "Each role, user or channel has at most one overwrite.",
    "overwrite-constant":
      "The guild's id represents @everyone and has type 1; the guild's id minus 1 represents all channels and has type 3.",
  }),
  "command-type": ["A command's type is 1, 2, 3 or 4.", chapter("Command types")],
  "edit-type": [
    "An edit does not change the type; the service would ignore the change.",
    'Application Commands Interface, "Global commands"; discord-api-spec, ApplicationCommandPatchRequestPartial',
  ],
  "name-characters": [
    "Names of slash commands and options consist of letters, digits, hyphen, underscore and apostrophe.",
    chapter("Application command", "naming rule 1"),
  ],
  "name-apostrophe": [
    "The service accepts the apostrophe ʼ (U+02BC) in names, but not ' (U+0027).",
    'Application Commands Interface, "Application command", naming rule 1; Discord documentation, Application Commands, correction of 27 August 2026',
  ],
  "name-lowercase": [
    "Names of slash commands and options use lowercase for every letter that has a lowercase form.",
    chapter("Application command", "naming rule 2"),
  ],
  "description-command-type": [
    "User and message commands have no description.",
    chapter("Application command", "naming rule 4"),
  ],
  "handler-value": [
    "A handler is 1 (APP_HANDLER) or 2 (DISCORD_LAUNCH_ACTIVITY).",
    chapter("Entry point handler types"),
  ],
  "options-order": ["Required options come before optional ones.", chapter("Command option", "rule 1")],
  "options-mixed": [
    "A command with subcommands or groups has no other options.",
    chapter("Subcommand structure", "rule 3"),
  ],
  "options-nesting": [
    "A group holds only subcommands; a subcommand holds neither groups nor subcommands.",
    chapter("Subcommand structure", "rules 1 and 2"),
  ],
  "group-empty": ["A group without subcommands is not shown.", chapter("Subcommand structure", "rule 4")],
  "choice-value-longest": [
    `A choice's string value never has more than ${limits.choiceTextLength} characters, counted as code points.`,
    "discord-api-spec, ApplicationCommandOptionStringChoice",
  ],
  "file-types-value": [
    `file_types has at most ${limits.fileTypes} entries of at most 16 characters: image, video, audio, or an extension with its dot.`,
    "Discord documentation, change log, 5 August 2026; discord-api-spec, ApplicationCommandAttachmentOption",
  ],
  "locale-key": [
    "Every key of a localization dictionary is a locale of the service.",
    'Discord documentation, Reference, "Locales"',
  ],
  "text-blank": [
    "Names, descriptions and choice names, including localized ones, contain a visible character.",
    "No source: the service's handling of blank text is undocumented",
  ],
  "locale-unlisted": [
    "The locales ar and he are known to the service's schema, but not listed in its documentation.",
    "discord-api-spec, AvailableLocalesEnum",
  ],
  "localized-name-distinct": [
    "A localized option name differs from the default names of the command's other options, and from their names in the same locale.",
    chapter("Localization", "rule 3"),
  ],
  "member-permissions": [
    "default_member_permissions is a bit set: a decimal string, or a whole number from 0 to 2^54.",
    'Application Commands Interface, "Application command"; discord-api-spec, ApplicationCommandCreateRequest',
  ],
  "member-permissions-bits": [
    "default_member_permissions contains only bits that are permissions.",
    "Discord documentation, Permissions",
  ],
  "deprecated-field": [
    "Setting dm_permission or default_permission to false is deprecated.",
    chapter("Versioning"),
  ],
  "integration-types-supported": [
    "integration_types contains only installation contexts that the application supports.",
    chapter("Interaction contexts and installation contexts", "rule 1"),
  ],
  "set-list": ["A set of commands is a list.", chapter("Global commands")],
  "set-id": ["An item's id has at most 64 bits and is unique in the set.", chapter("Guild commands")],
};

/** The rules checked before anything is sent, by stable id. */
export const rules: Readonly<Record<RuleId, Rule>> = Object.fromEntries(
  Object.entries(grades).map(([id, grade]) => {
    const [title, source] = written[id as RuleId];
    return [id, { title, source, ...grade }];
  }),
) as Record<RuleId, Rule>;
