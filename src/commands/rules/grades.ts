/** The service rejects commands with errors and accepts commands with warnings. @stable */
export type Severity = "error" | "warning";

/**
 * The rule profile: `live` follows the service's published API specification and observed responses; `spec` follows the
 * documentation, for commands that must comply with it. For the differences, see {@link
 * https://github.com/slashpass/slashpass/blob/main/docs/command-rules.md}.
 *
 * @stable
 */
export type Profile = "live" | "spec";

/** The service accepts every command that passes this profile. */
export const defaultProfile: Profile = "live";

/** A validation rule. @stable */
export interface Rule {
  readonly title: string;
  /** An `error` prevents the request from being sent; a `warning` does not. */
  readonly severity: Severity;
  /** The severity in the `live` profile, if different. */
  readonly live?: Severity;
  readonly source: string;
  /** The corresponding code in the service's error trees, if observed. */
  readonly service?: string;
}

export type Grade = Omit<Rule, "title" | "source">;

/**
 * The rules' severities and service codes, by stable id. Titles and sources are in `table.ts`, which is not bundled with
 * endpoints that only check commands.
 */
export const grades = {
  readable: { severity: "error" },
  "field-type": { severity: "error" },
  "unknown-field": { severity: "error" },
  "command-type": { severity: "error", service: "BASE_TYPE_CHOICES" },
  "edit-type": { severity: "error" },
  "name-required": { severity: "error", service: "BASE_TYPE_REQUIRED" },
  "name-length": { severity: "error", service: "BASE_TYPE_BAD_LENGTH" },
  "name-characters": { severity: "error", service: "STRING_TYPE_REGEX" },
  "name-apostrophe": { severity: "warning", live: "error", service: "STRING_TYPE_REGEX" },
  "name-lowercase": { severity: "error", service: "APPLICATION_COMMAND_INVALID_NAME" },
  "description-required": { severity: "error", service: "BASE_TYPE_REQUIRED" },
  "description-length": { severity: "error", service: "BASE_TYPE_BAD_LENGTH" },
  "text-blank": { severity: "warning" },
  "description-command-type": {
    severity: "error",
    service: "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID",
  },
  "options-command-type": { severity: "error" },
  "handler-command-type": { severity: "error" },
  "handler-value": { severity: "error", service: "BASE_TYPE_CHOICES" },
  "entry-point-scope": { severity: "error" },
  "option-type": { severity: "error", service: "BASE_TYPE_CHOICES" },
  "options-count": { severity: "error", service: "BASE_TYPE_MAX_LENGTH" },
  "options-order": { severity: "error", service: "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID" },
  "option-name-unique": { severity: "error", service: "APPLICATION_COMMAND_OPTIONS_NAME_INVALID" },
  "options-mixed": { severity: "error", service: "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID" },
  "options-nesting": { severity: "error", service: "UNION_TYPE_CHOICES" },
  "group-empty": { severity: "warning" },
  "options-option-type": { severity: "error" },
  "required-option-type": { severity: "error", live: "warning" },
  "choices-option-type": { severity: "error" },
  "choices-count": { severity: "error", service: "BASE_TYPE_MAX_LENGTH" },
  "choice-name-length": { severity: "error", service: "BASE_TYPE_BAD_LENGTH" },
  "choice-value-type": { severity: "error" },
  "choice-value-length": { severity: "error", live: "warning", service: "BASE_TYPE_MAX_LENGTH" },
  "choice-value-longest": { severity: "error", service: "BASE_TYPE_MAX_LENGTH" },
  "choice-value-range": { severity: "error" },
  "choice-name-unique": { severity: "warning" },
  "choice-value-unique": { severity: "warning" },
  "value-bounds-option-type": { severity: "error" },
  "value-bounds-range": { severity: "error" },
  "value-bounds-order": { severity: "error" },
  "length-bounds-option-type": { severity: "error" },
  "length-bounds-range": { severity: "error" },
  "length-bounds-order": { severity: "error" },
  "channel-types-option-type": { severity: "error" },
  "channel-types-value": { severity: "error", service: "BASE_TYPE_CHOICES" },
  "channel-types-unusable": { severity: "warning" },
  "file-types-option-type": { severity: "error" },
  "file-types-value": { severity: "error" },
  "file-types-unique": { severity: "warning" },
  "autocomplete-option-type": { severity: "error" },
  "autocomplete-choices": { severity: "error" },
  "locale-key": { severity: "error", service: "BASE_TYPE_CHOICES" },
  "locale-unlisted": { severity: "warning" },
  "localized-name-distinct": { severity: "error" },
  "command-size": { severity: "error", service: "APPLICATION_COMMAND_TOO_LARGE" },
  "command-size-numbers": { severity: "warning" },
  "member-permissions": { severity: "error" },
  "member-permissions-bits": { severity: "warning" },
  "deprecated-field": { severity: "warning" },
  "contexts-value": { severity: "error", service: "BASE_TYPE_CHOICES" },
  "integration-types-value": { severity: "error", service: "BASE_TYPE_CHOICES" },
  "integration-types-supported": { severity: "error" },
  "list-empty": { severity: "error", service: "BASE_TYPE_BAD_LENGTH" },
  "list-unique": { severity: "warning", live: "error", service: "SET_TYPE_ALREADY_CONTAINS_VALUE" },
  "contexts-private-channel": { severity: "warning" },
  "guild-scope-field": { severity: "warning" },
  "set-list": { severity: "error" },
  "set-count": { severity: "error" },
  "set-name-unique": { severity: "error", service: "APPLICATION_COMMANDS_DUPLICATE_NAME" },
  "set-former-name": { severity: "error" },
  "set-id": { severity: "error", service: "NUMBER_TYPE_COERCE" },
  "overwrites-list": { severity: "error" },
  "overwrites-count": { severity: "error", service: "BASE_TYPE_MAX_LENGTH" },
  "overwrite-id": { severity: "error", service: "NUMBER_TYPE_COERCE" },
  "overwrite-type": { severity: "error", service: "BASE_TYPE_CHOICES" },
  "overwrite-permission": { severity: "error" },
  "overwrite-unique": { severity: "error" },
  "overwrite-constant": { severity: "error" },
} as const;

/** A rule's stable id. @stable */
export type RuleId = keyof typeof grades;

/**
 * The codes in the service's error trees, each with the GitHub issue (repository and number) or document where it was observed.
 */
export const serviceTerms = {
  APPLICATION_COMMANDS_DUPLICATE_NAME: "albertgmz/BeatDock#103",
  APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID: "discord/discord-api-docs#3629, #5836",
  APPLICATION_COMMAND_INVALID_NAME: "Garlic-Team/gcommands#295",
  APPLICATION_COMMAND_OPTIONS_NAME_INVALID: "responses quoted in public code: Option name is already used",
  APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID: "discordjs/guide#1501, and responses quoted in public code",
  APPLICATION_COMMAND_OPTIONS_TYPE_INVALID:
    "responses quoted in public code: mutually exclusive to all other types",
  APPLICATION_COMMAND_TOO_LARGE: "discord/discord-api-docs#6648",
  BASE_TYPE_BAD_LENGTH: "discord/discord-api-docs#5836",
  BASE_TYPE_CHOICES: 'Discord documentation, Reference, "Error Messages"',
  BASE_TYPE_MAX_LENGTH: "TiagoMarinho/Soph#39",
  BASE_TYPE_REQUIRED: 'Discord documentation, Reference, "Error Messages"',
  DICT_TYPE_CONVERT: "Markoudstaal/node-red-contrib-discord-advanced#123",
  MODEL_TYPE_CONVERT: "discord/discord-api-docs#3784, #4494",
  NUMBER_TYPE_COERCE: "gonzyui/Discord-Template-V13#8",
  SET_TYPE_ALREADY_CONTAINS_VALUE: "responses quoted in public code, for lists without duplicates",
  STRING_TYPE_CONVERT: "Androz2091/discord-backup#525",
  STRING_TYPE_REGEX: "discord/discord-api-docs#7371",
  UNION_TYPE_CHOICES: "responses quoted in public code, for options nested too deeply",
} as const;

export type ServiceWord = keyof typeof serviceTerms;
