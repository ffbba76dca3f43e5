/** Options that several commands share. */
export const settingsOptions = {
  "--config <file>": "The config. Default: slashpass.config.* in this folder or above.",
  "-e, --environment <name>": "The environment of the config. Default: its defaultEnvironment.",
} as const;

export const confirmOptions = {
  "-y, --yes": "Do not ask before writing. Not enough for a protected environment.",
  "--confirm <name>": "The name of the environment: do not ask, even if it is protected.",
} as const;

export const accountOption = {
  "--account <name>": "A name that distinguishes players on this machine. Default: the unnamed player.",
} as const;

export const exitCodeOption = { "--exit-code": "Exit with code 3 if something would change." } as const;

export const scopeOptions = {
  "--guild <id>": "Use the commands of this guild, regardless of the config.",
  "--global": "Use the global commands, regardless of the config.",
} as const;

export const fileOption = {
  "-f, --file <file>": "The file with the commands. Default: the one in the config.",
} as const;

export const checkOption = {
  "--allow-unknown-fields":
    "Only warn about unknown fields, which the service may have added since this version.",
} as const;

/** The guilds in which renamed global commands keep their permissions. */
export const guildsOption = {
  "--permissions-of <guild...>":
    "For global commands: the guilds whose permissions are kept. Default: all of the bot.",
} as const;

export const lossOption = {
  "--allow-permission-loss":
    "Allow a change that loses permissions of commands, which is refused by default.",
} as const;

export const allowOption = {
  "--allow <change...>": {
    summary: "Allow a change that is refused by default.",
    choices: ["delete-entry-point", "empty-scope"],
  },
} as const;

export const fullOption = {
  "--full": "Show each translation. Default: more than three translations of a text are shown as a count.",
} as const;

export const forceOption = { "--force": "Overwrite an existing file." } as const;
