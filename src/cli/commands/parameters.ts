/** Which of the application's commands are meant. */
export const scopeOptions = {
  guild: { flags: "--guild <id>", summary: "Use the commands of this guild, whatever the config says." },
  global: { flags: "--global", summary: "Use the global commands, whatever the config says." },
} as const;

/** Where the commands are written down. */
export const fileOption = {
  file: {
    flags: "-f, --file <file>",
    summary: "The file with the commands. Default: the one in the config.",
  },
} as const;

/** How what is written down is checked. */
export const checkOption = {
  allowUnknownFields: {
    flags: "--allow-unknown-fields",
    summary: "Only warn of fields that are not known here, for what the service has added since.",
  },
} as const;

/** In which guilds the permissions of global commands are kept. */
export const guildsOption = {
  permissionsOf: {
    flags: "--permissions-of <guild...>",
    summary: "For global commands: the guilds whose permissions are kept. Default: all of the bot.",
  },
} as const;

/** Whether permissions may be lost. */
export const lossOption = {
  allowPermissionLoss: {
    flags: "--allow-permission-loss",
    summary: "Allow a change that loses permissions of commands, which is refused by default.",
  },
} as const;

/** What is never done by accident. */
export const allowOption = {
  allow: {
    flags: "--allow <what...>",
    summary: "Allow a change that is refused by default.",
    choices: ["delete-entry-point", "empty-scope"],
  },
} as const;
