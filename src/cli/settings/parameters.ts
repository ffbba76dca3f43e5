/** The options of every command that works on an application. */
export const settingsOptions = {
  config: {
    flags: "--config <file>",
    summary: "The config. Default: slashpass.config.* in this folder or above.",
  },
  environment: {
    flags: "-e, --environment <name>",
    summary: "Which of the config's environments. Default: its defaultEnvironment.",
  },
} as const;
