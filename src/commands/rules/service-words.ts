/**
 * The words that the service puts into an error tree for commands and their permissions, and where each was seen. (GitHub
 * threads are named by repository and number.)
 */
export const serviceWords = {
  APPLICATION_COMMANDS_DUPLICATE_NAME: "albertgmz/BeatDock#103",
  APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION_INVALID: "discord/discord-api-docs#3629, #5836",
  APPLICATION_COMMAND_INVALID_NAME: "Garlic-Team/gcommands#295",
  APPLICATION_COMMAND_OPTIONS_NAME_INVALID: "answers quoted in public code: Option name is already used",
  APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID: "discordjs/guide#1501, and answers quoted in public code",
  APPLICATION_COMMAND_OPTIONS_TYPE_INVALID:
    "answers quoted in public code: mutually exclusive to all other types",
  APPLICATION_COMMAND_TOO_LARGE: "discord/discord-api-docs#6648",
  BASE_TYPE_BAD_LENGTH: "discord/discord-api-docs#5836",
  BASE_TYPE_CHOICES: 'Discord documentation, Reference, "Error Messages"',
  BASE_TYPE_MAX_LENGTH: "TiagoMarinho/Soph#39",
  BASE_TYPE_REQUIRED: 'Discord documentation, Reference, "Error Messages"',
  DICT_TYPE_CONVERT: "Markoudstaal/node-red-contrib-discord-advanced#123",
  MODEL_TYPE_CONVERT: "discord/discord-api-docs#3784, #4494",
  NUMBER_TYPE_COERCE: "gonzyui/Discord-Template-V13#8",
  SET_TYPE_ALREADY_CONTAINS_VALUE: "answers quoted in public code, for lists without duplicates elsewhere",
  STRING_TYPE_CONVERT: "Androz2091/discord-backup#525",
  STRING_TYPE_REGEX: "discord/discord-api-docs#7371",
  UNION_TYPE_CHOICES: "answers quoted in public code, for options nested too deep",
} as const;

/** A word of the service's error trees. */
export type ServiceWord = keyof typeof serviceWords;
