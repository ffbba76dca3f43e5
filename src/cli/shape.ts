import { readFileSync } from "node:fs";
import { entries } from "./entries.ts";
import type { ProgramShape } from "./frame/command-line.ts";

/** The whole program. */
export const shape: ProgramShape = {
  version: readVersion(),
  summary: "Sign players in, manage an application's commands, and try both without the service.",
  groups: {
    commands: "Manage the commands of an application.",
    "launch-command": "Manage the program that starts the game when the service opens it.",
    scheme: "Manage the scheme that brings players back to the game.",
    permissions: "Manage who may use which command in a guild.",
    "entry-point": "Manage the command that launches its Activity.",
  },
  entries,
  epilogue: `Exit codes:
  0    Done.
  1    It failed; the reason is on standard error.
  2    The command line or the settings were not understood; nothing was started.
  3    Done, and there are differences or findings.
  130  Ended by Ctrl-C.

'slashpass <command> --help' shows more, with examples.`,
};

function readVersion(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
