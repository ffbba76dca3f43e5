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

/** What is never done by accident. */
export const allowOption = {
  allow: {
    flags: "--allow <what...>",
    summary: "Allow a change that is refused by default.",
    choices: ["delete-entry-point", "empty-scope"],
  },
} as const;
