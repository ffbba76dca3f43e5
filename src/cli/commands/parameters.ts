/** Which of the application's commands are meant. */
export const scopeOptions = {
  guild: { flags: "--guild <id>", summary: "The commands of this guild, whatever the config says." },
  global: { flags: "--global", summary: "The commands of everywhere, whatever the config says." },
} as const;

/** Where the commands are written down. */
export const fileOption = {
  file: { flags: "-f, --file <file>", summary: "The file with the commands. Default: that of the config." },
} as const;

/** What is never done by accident. */
export const allowOption = {
  allow: {
    flags: "--allow <what...>",
    summary: "What is otherwise never done.",
    choices: ["delete-entry-point", "empty-scope"],
  },
} as const;
