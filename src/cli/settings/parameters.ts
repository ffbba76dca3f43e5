/** The options of every command that works on an application. */
export const settingsOptions = {
  config: {
    flags: "--config <file>",
    summary: "The config. Default: slashpass.config.* in this folder or above.",
  },
  environment: {
    flags: "-e, --environment <name>",
    summary: "The environment of the config. Default: its defaultEnvironment.",
  },
} as const;
