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
    readable: "A command must be an object with readable fields.",
    "field-type": "Every field must have its documented type.",
    "unknown-field":
      "A command must not contain unknown fields. Discord ignores them, so a misspelled field would keep its default.",
    "name-required": "Commands, options and choices must have a name.",
    "description-required": "Slash commands and options must have a description.",
    "options-command-type": "Only slash commands can have options.",
    "handler-command-type": "Only entry point commands can have a handler.",
    "guild-scope-field": "contexts, integration_types and dm_permission have no effect on guild commands.",
  }),
  ...allFrom(chapter("Limits"), {
    "name-length": `Command and option names must have 1 to ${limits.nameLength} characters, counted as code points.`,
    "description-length": `Descriptions must have 1 to ${limits.textLength} characters, counted as code points.`,
    "entry-point-scope": "An entry point command must be global.",
    "options-count": `A command, subcommand or group can have at most ${limits.options} options.`,
    "choices-count": `An option can have at most ${limits.choices} choices.`,
    "length-bounds-range": `min_length must be a whole number from 0 to ${limits.optionTextLength}, and max_length a whole number from 1 to ${limits.optionTextLength}.`,
    "command-size": `A command's names, descriptions and string values can have at most ${limits.commandSize} characters in total, counting only the longest localization of each.`,
    "command-size-numbers": `A command should have at most ${limits.commandSize} characters even if the service counts numeric choice values.`,
    "set-count": `A scope can hold at most ${commandsByType[1]} slash, ${commandsByType[2]} user and ${commandsByType[3]} message commands; the global scope can also hold one entry point.`,
    "set-name-unique": "Names must be unique within a type and scope.",
    "set-former-name": "renamedFrom must be unique among commands of the same type.",
    "overwrites-count": `A command can have at most ${limits.overwrites} permission overwrites in a guild.`,
  }),
  ...allFrom(chapter("Option types"), {
    "option-type": "An option's type must be the number of a documented option type.",
    "choice-value-range": "A choice's numeric value must be in its option type's range.",
    "value-bounds-range":
      "min_value and max_value must be in the option type's range. For INTEGER options, they must be whole numbers.",
  }),
  ...allFrom(chapter("Command option"), {
    "option-name-unique": "Sibling options must have different names.",
    "options-option-type": "Only subcommands and groups can have options.",
    "required-option-type": "Subcommands and groups cannot be required.",
    "choices-option-type": "Only STRING, INTEGER and NUMBER options can have choices.",
    "value-bounds-option-type": "Only INTEGER and NUMBER options can have min_value and max_value.",
    "value-bounds-order": "min_value must not exceed max_value.",
    "length-bounds-option-type": "Only STRING options can have min_length and max_length.",
    "length-bounds-order": "min_length must not exceed max_length.",
    "channel-types-option-type": "Only CHANNEL options can have channel_types.",
    "autocomplete-option-type": "Only STRING, INTEGER and NUMBER options can have autocomplete.",
    "autocomplete-choices": "An option with choices cannot have autocomplete.",
  }),
  ...allFrom(chapter("Option choice"), {
    "choice-name-length": `Choice names must have 1 to ${limits.textLength} characters, counted as code points.`,
    "choice-value-type":
      "A choice's value must match its option's type: a string, a whole number, or a number.",
    "choice-value-length": `A choice's string value can have at most ${limits.textLength} characters, counted as code points.`,
    "choice-name-unique": "Two choices with the same name cannot be distinguished.",
    "choice-value-unique": "Two choices with the same value are equivalent.",
  }),
  ...allFrom('Discord documentation, Channel, "Channel Types"', {
    "channel-types-value": "Every entry in channel_types must be a channel type.",
    "channel-types-unusable": "DM, GROUP_DM and GUILD_DIRECTORY channels cannot be selected in an option.",
  }),
  ...allFrom("Discord documentation, change log, 5 August 2026", {
    "file-types-option-type": "Only ATTACHMENT options can have file_types.",
    "file-types-unique": "file_types must not contain duplicates.",
  }),
  ...allFrom(chapter("Interaction contexts and installation contexts"), {
    "contexts-value": "Every entry in contexts must be 0, 1 or 2.",
    "integration-types-value": "Every entry in integration_types must be 0 or 1.",
    "contexts-private-channel":
      "The PRIVATE_CHANNEL context has an effect only if integration_types contains USER_INSTALL.",
  }),
  ...allFrom("discord-api-spec, ApplicationCommandCreateRequest", {
    "list-empty": "contexts and integration_types must be omitted, null or non-empty.",
    "list-unique": "contexts, integration_types and channel_types must not contain duplicates.",
  }),
  ...allFrom(chapter("Application command permission"), {
    "overwrites-list": "Permission overwrites must be a list of objects.",
    "overwrite-id":
      "An overwrite's id must be a role, user or channel id: a decimal string of at most 64 bits.",
    "overwrite-type": "An overwrite's type must be 1 (role), 2 (user) or 3 (channel).",
    "overwrite-permission": "An overwrite's permission must be true or false.",
    "overwrite-unique": "Each role, user or channel can have at most one overwrite.",
    "overwrite-constant":
      "The guild's id represents @everyone and has type 1; the guild's id minus 1 represents all channels and has type 3.",
  }),
  "command-type": ["A command's type must be 1, 2, 3 or 4.", chapter("Command types")],
  "edit-type": [
    "An edit must not change the type; the service would ignore the change.",
    'Application Commands Interface, "Global commands"; discord-api-spec, ApplicationCommandPatchRequestPartial',
  ],
  "name-characters": [
    "Slash command and option names can contain letters, digits, hyphens, underscores and apostrophes.",
    chapter("Application command", "naming rule 1"),
  ],
  "name-apostrophe": [
    "The service accepts the apostrophe ʼ (U+02BC) in names, but not ' (U+0027).",
    'Application Commands Interface, "Application command", naming rule 1; Discord documentation, Application Commands, correction of 27 August 2026',
  ],
  "name-lowercase": [
    "Slash command and option names must use the lowercase form of letters that have one.",
    chapter("Application command", "naming rule 2"),
  ],
  "description-command-type": [
    "User and message commands cannot have a description.",
    chapter("Application command", "naming rule 4"),
  ],
  "handler-value": [
    "A handler must be 1 (APP_HANDLER) or 2 (DISCORD_LAUNCH_ACTIVITY).",
    chapter("Entry point handler types"),
  ],
  "options-order": ["Required options must come before optional ones.", chapter("Command option", "rule 1")],
  "options-mixed": [
    "A command with subcommands or groups cannot have other options.",
    chapter("Subcommand structure", "rule 3"),
  ],
  "options-nesting": [
    "A group can only contain subcommands; a subcommand cannot contain groups or subcommands.",
    chapter("Subcommand structure", "rules 1 and 2"),
  ],
  "group-empty": ["A group without subcommands is not shown.", chapter("Subcommand structure", "rule 4")],
  "choice-value-longest": [
    `A choice's string value can never have more than ${limits.choiceTextLength} characters, counted as code points.`,
    "discord-api-spec, ApplicationCommandOptionStringChoice",
  ],
  "file-types-value": [
    `file_types can have at most ${limits.fileTypes} entries of at most 16 characters: image, video, audio, or an extension with its dot.`,
    "Discord documentation, change log, 5 August 2026; discord-api-spec, ApplicationCommandAttachmentOption",
  ],
  "locale-key": [
    "Every key in a localization dictionary must be a supported locale.",
    'Discord documentation, Reference, "Locales"',
  ],
  "text-blank": [
    "Names, descriptions and choice names, including localized ones, must contain a visible character.",
    "No source: the service's handling of blank text is undocumented",
  ],
  "locale-unlisted": [
    "The service's schema includes the locales ar and he, but its documentation does not.",
    "discord-api-spec, AvailableLocalesEnum",
  ],
  "localized-name-distinct": [
    "A localized option name must differ from the other options' default names and their names in the same locale.",
    chapter("Localization", "rule 3"),
  ],
  "member-permissions": [
    "default_member_permissions must be a bit set: a decimal string, or a whole number from 0 to 2^54.",
    'Application Commands Interface, "Application command"; discord-api-spec, ApplicationCommandCreateRequest',
  ],
  "member-permissions-bits": [
    "default_member_permissions must contain only permission bits.",
    "Discord documentation, Permissions",
  ],
  "deprecated-field": [
    "Setting dm_permission or default_permission to false is deprecated.",
    chapter("Versioning"),
  ],
  "integration-types-supported": [
    "integration_types must contain only installation contexts that the application supports.",
    chapter("Interaction contexts and installation contexts", "rule 1"),
  ],
  "set-list": ["A command set must be a list.", chapter("Global commands")],
  "set-id": ["A command's id must have at most 64 bits and be unique in the set.", chapter("Guild commands")],
};

/** The rules checked before anything is sent, by stable id. @stable */
export const rules: Readonly<Record<RuleId, Rule>> = Object.fromEntries(
  Object.entries(grades).map(([id, grade]) => {
    const [title, source] = written[id as RuleId];
    return [id, { title, source, ...grade }];
  }),
) as Record<RuleId, Rule>;
