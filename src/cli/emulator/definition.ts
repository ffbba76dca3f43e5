import { define } from "../frame/define.ts";

export const definition = define({
  name: "emulator",
  summary: "Run the service on this machine, for a game in development.",
  details:
    "Sign-in, tokens, application commands, interactions, Activities. Everything is kept in memory. It serves until Ctrl-C.",
  arguments: {},
  options: {
    port: { flags: "--port <number>", summary: "Port on 127.0.0.1. Default: a free one." },
  },
  examples: [{ line: "emulator --port 8181", meaning: "Serve at http://127.0.0.1:8181." }],
});
