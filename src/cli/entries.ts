import * as app from "./app/definitions.ts";
import * as commands from "./commands/definitions.ts";
import { completion, dev, init, doctor, verify } from "./definitions.ts";
import { credential } from "./credential/definitions.ts";
import { exportDefinition, triggerDefinition, definition as emulator } from "./emulator/definitions.ts";
import * as entryPoint from "./entry-point/definitions.ts";
import { entriesOf, type Entry, entry } from "./frame/run-command.ts";
import * as permissions from "./permissions/definitions.ts";
import { launchCommand } from "./launch-command/definitions.ts";
import { scheme } from "./scheme/definitions.ts";
import { session } from "./session/definitions.ts";
import type { ProgramShape } from "./frame/command-line.ts";
import { readVersion } from "./version.ts";

export const entries: readonly Entry[] = [
  entry(init, () => import("./init/run.ts")),
  entry(dev, () => import("./dev/run.ts")),
  ...entriesOf(session, () => import("./session/commands.ts")),
  ...entriesOf(credential, () => import("./credential/credential.ts")),
  entry(commands.validate, () => import("./commands/validate.ts")),
  entry(commands.plan, () => import("./commands/plan.ts")),
  entry(commands.apply, () => import("./commands/apply.ts")),
  entry(commands.list, () => import("./commands/list.ts")),
  entry(commands.pull, () => import("./commands/pull.ts")),
  ...entriesOf(
    { takeSnapshot: commands.snapshot, restore: commands.restore },
    () => import("./commands/snapshot.ts"),
  ),
  entry(commands.rollout, () => import("./commands/rollout.ts")),
  entry(commands.extract, () => import("./commands/languages/extract.ts")),
  entry(commands.merge, () => import("./commands/languages/merge.ts")),
  entry(commands.check, () => import("./commands/languages/check.ts")),
  entry(app.plan, () => import("./app/plan.ts")),
  entry(app.apply, () => import("./app/apply.ts")),
  entry(app.pull, () => import("./app/pull.ts")),
  entry(doctor, () => import("./doctor/run.ts")),
  ...entriesOf(scheme, () => import("./scheme/scheme.ts")),
  ...entriesOf({ list: permissions.list, get: permissions.get }, () => import("./permissions/list.ts")),
  entry(permissions.edit, () => import("./permissions/edit.ts")),
  ...entriesOf({ plan: permissions.plan, apply: permissions.apply }, () => import("./permissions/apply.ts")),
  ...entriesOf(launchCommand, () => import("./launch-command/launch-command.ts")),
  entry(permissions.explain, () => import("./permissions/explain.ts")),
  ...entriesOf(
    { show: entryPoint.show, set: entryPoint.set, remove: entryPoint.remove },
    () => import("./entry-point/entry-point.ts"),
  ),
  entry(emulator, () => import("./emulator/run.ts")),
  ...entriesOf(
    { exportWorld: exportDefinition, trigger: triggerDefinition },
    () => import("./emulator/control.ts"),
  ),
  entry(verify, () => import("./verify/run.ts")),
  entry(completion, async () => (await import("./completion/run.ts")).forProgram(shape)),
];

export const shape: ProgramShape = {
  version: readVersion(),
  summary: "Sign players in and manage an application's commands, and test both offline.",
  groups: {
    commands: "Manage an application's commands.",
    "commands languages": "Translate command texts.",
    app: "Manage an application's settings.",
    credential: "Manage an application's stored credential.",
    "launch-command": "Manage the program that the service runs to start the game.",
    scheme: "Manage the scheme that returns players to the game.",
    permissions: "Manage command permissions in a guild.",
    emulator: "Run and control an emulator of the service.",
    "entry-point": "Manage the command that launches an Activity.",
  },
  entries,
  epilogue: `All commands accept --env-file, --json, --no-color and --verbose. These options,
--config and --environment can also precede the command.

Exit codes:
  0    Done.
  1    Failed; the reason is on standard error.
  2    The command line or the settings are invalid.
  3    Done, but there are differences or findings.
  130  Interrupted by Ctrl-C.

For details and examples, run 'slashpass <command> --help'.`,
};
