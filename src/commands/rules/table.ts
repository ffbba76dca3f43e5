/** How serious a finding is: the service refuses an error, and takes a warning. */
export type Severity = "error" | "warning";

/**
 * Whose word counts where the two differ: `live` follows the service, as its published description and its answers have
 * it; `spec` the interface document, for commands that have to keep it wherever they are sent. The differences:
 * docs/command-rules.md.
 */
export type Profile = "live" | "spec";

/** Where nobody says otherwise: what the rules let through, the service takes. */
export const defaultProfile: Profile = "live";

/** One rule. */
export interface Rule {
  /** The rule in one sentence. */
  readonly title: string;
  readonly severity: Severity;
  /** The severity in profile `live`, where it differs. */
  readonly live?: Severity;
  /** Where the rule is written. */
  readonly source: string;
  /** The word the service uses for it in an error tree, where one has been observed. */
  readonly service?: string;
}

/** Every rule that is checked before anything is sent, by its stable id. */
export const rules = {
  readable: {
    title: "A command is an object whose fields can be read.",
    severity: "error",
    source: 'Application Commands Interface, "Application command"',
  },
  "field-type": {
    title: "Every field has the type of the record.",
    severity: "error",
    source: 'Application Commands Interface, "Application command"',
  },
  "unknown-field": {
    title: "Fields that the record does not have are ignored by the service.",
    severity: "warning",
    source: 'Application Commands Interface, "Application command"',
  },
  "command-type": {
    title: "A command's type is 1, 2, 3 or 4.",
    severity: "error",
    source: 'Application Commands Interface, "Command types"',
    service: "BASE_TYPE_CHOICES",
  },
  "edit-type": {
    title: "An edit does not say the type: the service ignores it.",
    severity: "error",
    live: "warning",
    source:
      'Application Commands Interface, "Global commands"; discord-api-spec, ApplicationCommandPatchRequestPartial',
  },
  "name-required": {
    title: "Commands, options and choices have a name.",
    severity: "error",
    source: 'Application Commands Interface, "Application command"',
    service: "BASE_TYPE_REQUIRED",
  },
  "name-length": {
    title: "Names of commands and options have 1 to 32 characters, counted as code points.",
    severity: "error",
    source: 'Application Commands Interface, "Limits"',
    service: "BASE_TYPE_BAD_LENGTH",
  },
  "name-characters": {
    title:
      "Names of slash commands and options consist of letters, digits, hyphen, underscore and apostrophe.",
    severity: "error",
    source: 'Application Commands Interface, "Application command", naming rule 1',
    service: "STRING_TYPE_REGEX",
  },
  "name-apostrophe": {
    title: "The service takes the apostrophe ʼ (U+02BC) in names, not ' (U+0027).",
    severity: "warning",
    live: "error",
    source:
      'Application Commands Interface, "Application command", naming rule 1; Discord documentation, Application Commands, correction of 27 August 2026',
    service: "STRING_TYPE_REGEX",
  },
  "name-lowercase": {
    title: "Names of slash commands and options use the lower case of every letter that has one.",
    severity: "error",
    source: 'Application Commands Interface, "Application command", naming rule 2',
    service: "APPLICATION_COMMAND_INVALID_NAME",
  },
  "description-required": {
    title: "Slash commands and options have a description.",
    severity: "error",
    source: 'Application Commands Interface, "Application command"',
    service: "BASE_TYPE_REQUIRED",
  },
  "description-length": {
    title: "Descriptions have 1 to 100 characters, counted as code points.",
    severity: "error",
    source: 'Application Commands Interface, "Limits"',
    service: "BASE_TYPE_BAD_LENGTH",
  },
  "description-command-type": {
    title: "User and message commands have no description.",
    severity: "error",
    source: 'Application Commands Interface, "Application command", naming rule 4',
    service: "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID",
  },
  "options-command-type": {
    title: "Only slash commands have options.",
    severity: "error",
    source: 'Application Commands Interface, "Application command"',
  },
  "handler-command-type": {
    title: "Only entry point commands have a handler.",
    severity: "error",
    source: 'Application Commands Interface, "Application command"',
  },
  "handler-value": {
    title: "A handler is 1 (APP_HANDLER) or 2 (DISCORD_LAUNCH_ACTIVITY).",
    severity: "error",
    source: 'Application Commands Interface, "Entry point handler types"',
    service: "BASE_TYPE_CHOICES",
  },
  "entry-point-scope": {
    title: "An entry point command is global.",
    severity: "error",
    source: 'Application Commands Interface, "Limits"',
  },
  "option-type": {
    title: "An option's type is a whole number from 1 to 11.",
    severity: "error",
    source: 'Application Commands Interface, "Option types"',
    service: "BASE_TYPE_CHOICES",
  },
  "options-count": {
    title: "A command, subcommand or group has at most 25 options.",
    severity: "error",
    source: 'Application Commands Interface, "Limits"',
    service: "BASE_TYPE_MAX_LENGTH",
  },
  "options-order": {
    title: "Required options come before optional ones.",
    severity: "error",
    source: 'Application Commands Interface, "Command option", rule 1',
    service: "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
  },
  "option-name-unique": {
    title: "Option names are unique among their siblings.",
    severity: "error",
    source: 'Application Commands Interface, "Command option"',
    service: "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
  },
  "options-mixed": {
    title: "A command with subcommands or groups has no other options.",
    severity: "error",
    source: 'Application Commands Interface, "Subcommand structure", rule 3',
    service: "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
  },
  "options-nesting": {
    title: "A group holds only subcommands; a subcommand holds neither groups nor subcommands.",
    severity: "error",
    source: 'Application Commands Interface, "Subcommand structure", rules 1 and 2',
    service: "UNION_TYPE_CHOICES",
  },
  "group-empty": {
    title: "A group without subcommands is not shown.",
    severity: "warning",
    source: 'Application Commands Interface, "Subcommand structure", rule 4',
  },
  "options-option-type": {
    title: "Only subcommands and groups have options.",
    severity: "error",
    source: 'Application Commands Interface, "Command option"',
  },
  "required-option-type": {
    title: "Subcommands and groups cannot be required.",
    severity: "error",
    live: "warning",
    source: 'Application Commands Interface, "Command option"',
  },
  "choices-option-type": {
    title: "Only STRING, INTEGER and NUMBER options have choices.",
    severity: "error",
    source: 'Application Commands Interface, "Command option"',
  },
  "choices-count": {
    title: "An option has at most 25 choices.",
    severity: "error",
    source: 'Application Commands Interface, "Limits"',
    service: "BASE_TYPE_MAX_LENGTH",
  },
  "choice-name-length": {
    title: "Names of choices have 1 to 100 characters, counted as code points.",
    severity: "error",
    source: 'Application Commands Interface, "Option choice"',
    service: "BASE_TYPE_BAD_LENGTH",
  },
  "choice-value-type": {
    title: "A choice's value is of its option's type: a string, a whole number, or a number.",
    severity: "error",
    source: 'Application Commands Interface, "Option choice"',
  },
  "choice-value-length": {
    title: "String values of choices have up to 100 characters, counted as code points.",
    severity: "error",
    live: "warning",
    source: 'Application Commands Interface, "Option choice"',
    service: "BASE_TYPE_MAX_LENGTH",
  },
  "choice-value-longest": {
    title: "String values of choices never have more than 6000 characters, counted as code points.",
    severity: "error",
    source: "discord-api-spec, ApplicationCommandOptionStringChoice",
    service: "BASE_TYPE_MAX_LENGTH",
  },
  "choice-value-range": {
    title: "Numeric values of choices stay within the range of their option's type.",
    severity: "error",
    source: 'Application Commands Interface, "Option types"',
  },
  "choice-name-unique": {
    title: "Two choices with the same name cannot be told apart.",
    severity: "warning",
    source: 'Application Commands Interface, "Option choice"',
  },
  "choice-value-unique": {
    title: "Two choices with the same value mean the same.",
    severity: "warning",
    source: 'Application Commands Interface, "Option choice"',
  },
  "value-bounds-option-type": {
    title: "Only INTEGER and NUMBER options have min_value and max_value.",
    severity: "error",
    source: 'Application Commands Interface, "Command option"',
  },
  "value-bounds-range": {
    title: "min_value and max_value are numbers within the range of the option's type, whole for INTEGER.",
    severity: "error",
    source: 'Application Commands Interface, "Option types"',
  },
  "value-bounds-order": {
    title: "min_value is not above max_value.",
    severity: "error",
    source: 'Application Commands Interface, "Command option"',
  },
  "length-bounds-option-type": {
    title: "Only STRING options have min_length and max_length.",
    severity: "error",
    source: 'Application Commands Interface, "Command option"',
  },
  "length-bounds-range": {
    title: "min_length is a whole number from 0 to 6000, max_length from 1 to 6000.",
    severity: "error",
    source: 'Application Commands Interface, "Limits"',
  },
  "length-bounds-order": {
    title: "min_length is not above max_length.",
    severity: "error",
    source: 'Application Commands Interface, "Command option"',
  },
  "channel-types-option-type": {
    title: "Only CHANNEL options have channel_types.",
    severity: "error",
    source: 'Application Commands Interface, "Command option"',
  },
  "channel-types-value": {
    title: "Every entry of channel_types is a channel type.",
    severity: "error",
    source: 'Discord documentation, Channel, "Channel Types"',
    service: "BASE_TYPE_CHOICES",
  },
  "channel-types-unusable": {
    title: "Channels of the types DM, GROUP_DM and GUILD_DIRECTORY cannot be picked in an option.",
    severity: "warning",
    source: 'Discord documentation, Channel, "Channel Types"',
  },
  "file-types-option-type": {
    title: "Only ATTACHMENT options have file_types.",
    severity: "error",
    source: "Discord documentation, change log, 5 August 2026",
  },
  "file-types-value": {
    title:
      "file_types holds at most 10 of: image, video, audio, or an extension with its dot; 16 characters each.",
    severity: "error",
    source:
      "Discord documentation, change log, 5 August 2026; discord-api-spec, ApplicationCommandAttachmentOption",
  },
  "file-types-unique": {
    title: "file_types names nothing twice.",
    severity: "warning",
    source: "Discord documentation, change log, 5 August 2026",
  },
  "autocomplete-option-type": {
    title: "Only STRING, INTEGER and NUMBER options have autocomplete.",
    severity: "error",
    source: 'Application Commands Interface, "Command option"',
  },
  "autocomplete-choices": {
    title: "An option with choices has no autocomplete.",
    severity: "error",
    source: 'Application Commands Interface, "Command option"',
  },
  "locale-key": {
    title: "Every key of a localization dictionary is a locale of the service.",
    severity: "error",
    source: 'Discord documentation, Reference, "Locales"',
    service: "BASE_TYPE_CHOICES",
  },
  "locale-unlisted": {
    title: "The locales ar and he are known to the service's schema, but not listed in its documentation.",
    severity: "warning",
    source: "discord-api-spec, AvailableLocalesEnum",
  },
  "localized-name-distinct": {
    title:
      "A localized option name differs from the default names of its siblings, and from theirs in its locale.",
    severity: "error",
    source: 'Application Commands Interface, "Localization", rule 3',
  },
  "localized-name-elsewhere": {
    title: "A localized option name differs from names of other options elsewhere in the command.",
    severity: "warning",
    source: 'Application Commands Interface, "Localization", rule 3',
  },
  "command-size": {
    title:
      "Names, descriptions and string values of a command sum up to at most 8000 characters, the longest localization of each counted.",
    severity: "error",
    source: 'Application Commands Interface, "Limits"',
    service: "APPLICATION_COMMAND_TOO_LARGE",
  },
  "command-size-numbers": {
    title:
      "With its numeric choice values, which the service may count, a command is longer than 8000 characters.",
    severity: "warning",
    source: 'Application Commands Interface, "Limits"',
  },
  "member-permissions": {
    title: "default_member_permissions is a bit set: a decimal string, or a whole number from 0 to 2^54.",
    severity: "error",
    source:
      'Application Commands Interface, "Application command"; discord-api-spec, ApplicationCommandCreateRequest',
  },
  "member-permissions-bits": {
    title: "default_member_permissions has only bits that are permissions.",
    severity: "warning",
    source: "Discord documentation, Permissions",
  },
  "deprecated-field": {
    title: "Switching dm_permission or default_permission off is deprecated.",
    severity: "warning",
    source: 'Application Commands Interface, "Versioning"',
  },
  "contexts-value": {
    title: "Every entry of contexts is 0, 1 or 2.",
    severity: "error",
    source: 'Application Commands Interface, "Interaction contexts and installation contexts"',
    service: "BASE_TYPE_CHOICES",
  },
  "integration-types-value": {
    title: "Every entry of integration_types is 0 or 1.",
    severity: "error",
    source: 'Application Commands Interface, "Interaction contexts and installation contexts"',
    service: "BASE_TYPE_CHOICES",
  },
  "integration-types-supported": {
    title: "integration_types has only installation contexts that the application supports.",
    severity: "error",
    source: 'Application Commands Interface, "Interaction contexts and installation contexts", rule 1',
  },
  "list-empty": {
    title: "contexts and integration_types are absent, null, or have an entry.",
    severity: "error",
    source: "discord-api-spec, ApplicationCommandCreateRequest",
    service: "BASE_TYPE_BAD_LENGTH",
  },
  "list-unique": {
    title: "contexts, integration_types and channel_types name nothing twice.",
    severity: "warning",
    live: "error",
    source: "discord-api-spec, ApplicationCommandCreateRequest",
    service: "SET_TYPE_ALREADY_CONTAINS_VALUE",
  },
  "contexts-private-channel": {
    title: "The context PRIVATE_CHANNEL has a meaning only with USER_INSTALL among integration_types.",
    severity: "warning",
    source: 'Application Commands Interface, "Interaction contexts and installation contexts"',
  },
  "guild-scope-field": {
    title: "contexts, integration_types and dm_permission have no effect on guild commands.",
    severity: "warning",
    source: 'Application Commands Interface, "Application command"',
  },
  "set-list": {
    title: "A set of commands is a list.",
    severity: "error",
    source: 'Application Commands Interface, "Global commands"',
  },
  "set-count": {
    title: "A scope holds at most 100 slash, 15 user and 15 message commands, and globally one entry point.",
    severity: "error",
    source: 'Application Commands Interface, "Limits"',
  },
  "set-name-unique": {
    title: "Names are unique within a type and scope.",
    severity: "error",
    source: 'Application Commands Interface, "Limits"',
    service: "APPLICATION_COMMANDS_DUPLICATE_NAME",
  },
  "set-id": {
    title: "An item's id is an id of at most 64 bits, and no other item's.",
    severity: "error",
    source: 'Application Commands Interface, "Guild commands"',
    service: "NUMBER_TYPE_COERCE",
  },
  "overwrites-list": {
    title: "Permission overwrites are a list of objects.",
    severity: "error",
    source: 'Application Commands Interface, "Application command permission"',
  },
  "overwrites-count": {
    title: "A command has at most 100 permission overwrites in a guild.",
    severity: "error",
    source: 'Application Commands Interface, "Limits"',
    service: "BASE_TYPE_MAX_LENGTH",
  },
  "overwrite-id": {
    title: "An overwrite's id is the id of a role, user or channel: a string of at most 64 bits.",
    severity: "error",
    source: 'Application Commands Interface, "Application command permission"',
    service: "NUMBER_TYPE_COERCE",
  },
  "overwrite-type": {
    title: "An overwrite's type is 1 (role), 2 (user) or 3 (channel).",
    severity: "error",
    source: 'Application Commands Interface, "Application command permission"',
    service: "BASE_TYPE_CHOICES",
  },
  "overwrite-permission": {
    title: "An overwrite says true or false.",
    severity: "error",
    source: 'Application Commands Interface, "Application command permission"',
  },
  "overwrite-unique": {
    title: "There is one overwrite per role, user or channel.",
    severity: "error",
    source: 'Application Commands Interface, "Application command permission"',
  },
  "overwrite-constant": {
    title:
      "The guild's id means @everyone and has type 1; the guild's id minus one means all channels and has type 3.",
    severity: "error",
    source: 'Application Commands Interface, "Application command permission"',
  },
} as const;

/** The stable id of a rule. */
export type RuleId = keyof typeof rules;
