export const settingsOptions = {
  "--config <file>": "The config. Default: slashpass.config.* in this or a parent folder.",
  "-e, --environment <name>": "The config's environment. Default: its defaultEnvironment.",
} as const;

export const confirmOptions = {
  "-y, --yes": "Skip the confirmation. Does not apply to protected environments.",
  "--confirm <name>":
    "The environment's name. Confirms without a prompt, even if the environment is protected.",
} as const;

export const accountOption = {
  "--account <name>":
    "A name for the account, if several players use this machine. Default: the unnamed account.",
} as const;

export const exitCodeOption = { "--exit-code": "Exit with code 3 if there are changes." } as const;

export const scopeOptions = {
  "--guild <id>": "Use this guild's commands instead of the config's scope.",
  "--global": "Use the global commands instead of the config's scope.",
} as const;

export const fileOption = {
  "-f, --file <file>": "The commands file or folder. Default: the one in the config.",
} as const;

export const checkOption = {
  "--allow-unknown-fields": "Only warn about unknown fields, which the service may have added recently.",
} as const;

export const sourceOptions = { ...fileOption, ...checkOption } as const;

/** The guilds in which renamed global commands keep their permissions. */
export const guildsOption = {
  "--permissions-of <guild...>":
    "For global commands: the guilds whose permissions are kept. Default: all of the bot's guilds.",
} as const;

export const lossOption = {
  "--allow-permission-loss": "Allow changes that erase command permissions.",
} as const;

export const allowOption = {
  "--allow <change...>": {
    summary: "Allow a change that is rejected by default.",
    choices: ["delete-entry-point", "empty-scope"],
  },
} as const;

export const fullOption = {
  "--full":
    "Show each translation. By default, if a text has more than three translations, only their number is shown.",
} as const;

export const forceOption = { "--force": "Overwrite an existing file." } as const;
