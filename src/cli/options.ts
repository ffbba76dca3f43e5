/** Options that several commands share. */
export const settingsOptions = {
  "--config <file>": "The config. Default: slashpass.config.* in this folder or above.",
  "-e, --environment <name>": "The environment of the config. Default: its defaultEnvironment.",
} as const;

export const confirmOptions = {
  "-y, --yes": "Skip the confirmation. Does not apply to protected environments.",
  "--confirm <name>": "The name of the environment, to confirm without a prompt, even if it is protected.",
} as const;

export const accountOption = {
  "--account <name>": "A name that distinguishes players on this machine. Default: the unnamed player.",
} as const;

export const exitCodeOption = { "--exit-code": "Exit with code 3 if there are changes." } as const;

export const scopeOptions = {
  "--guild <id>": "Use the commands of this guild instead of the config's scope.",
  "--global": "Use the global commands instead of the config's scope.",
} as const;

export const fileOption = {
  "-f, --file <file>": "The commands file. Default: the one in the config.",
} as const;

export const checkOption = {
  "--allow-unknown-fields":
    "Only warn about unknown fields, which the service may have added since this version.",
} as const;

/** The guilds in which renamed global commands keep their permissions. */
export const guildsOption = {
  "--permissions-of <guild...>":
    "For global commands: the guilds whose permissions are kept. Default: all guilds of the bot.",
} as const;

export const lossOption = {
  "--allow-permission-loss": "Allow changes that erase permissions of commands.",
} as const;

export const allowOption = {
  "--allow <change...>": {
    summary: "Allow a change that is rejected by default.",
    choices: ["delete-entry-point", "empty-scope"],
  },
} as const;

export const fullOption = {
  "--full": "Show each translation. Default: more than three translations of a text are shown as a count.",
} as const;

export const forceOption = { "--force": "Overwrite an existing file." } as const;
