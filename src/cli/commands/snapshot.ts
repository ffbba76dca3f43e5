import { resolve } from "node:path";
import { guildsOf, printPlan, planKeepingPermissions, planWith } from "./make-plan.ts";
import {
  confirmFile,
  writeResult,
  appliedOutcome,
  applyCommands,
  refuseErasingPlan,
} from "./apply-commands.ts";
import { type Call, type Outcome, counted } from "../frame/run-command.ts";
import type * as definitions from "./definitions.ts";
import { openScope, readTarget, targetAsData } from "./open-client.ts";
import type { Permit, Snapshot } from "slashpass/commands";
import { confirmWrite, refuseUnconfirmed } from "../settings/confirm-write.ts";
import { playersHint } from "../frame/failure.ts";
import { loadFile } from "../settings/load-file.ts";
import { variables } from "../frame/host.ts";

export async function takeSnapshot(
  call: Call<typeof definitions.snapshot.options, typeof definitions.snapshot.arguments>,
): Promise<Outcome> {
  const { cwd, options, terminal, signal } = call;
  const settings = await readTarget(call);
  const file = resolve(cwd, call.arguments.file);
  await confirmFile(call, file);
  const scope = await openScope(call, settings);
  const snapshot = await terminal.during("Reading the live commands and permissions", () =>
    scope.snapshot({ guildIds: guildsOf(options), signal }),
  );
  await writeResult(file, `${JSON.stringify(snapshot, null, 2)}\n`);
  const counts = { commands: snapshot.commands.length, permissions: snapshot.permissions.length };
  const summary = `${counted(counts.commands, "command")}, ${counts.permissions} with permissions,`;
  terminal.printText(`Saved ${summary} to ${file}.`);
  return { result: { target: targetAsData(settings), file, ...counts } };
}

export async function restore(
  call: Call<typeof definitions.restore.options, typeof definitions.restore.arguments>,
): Promise<Outcome> {
  const { cwd, options, terminal, signal } = call;
  const settings = await readTarget(call);
  refuseUnconfirmed(call, settings);
  const snapshot = (await loadFile(resolve(cwd, call.arguments.file), "The snapshot")) as Snapshot;
  const allow = options.allow as readonly Permit[];
  const guildIds = guildsOf(options);
  const planned = await planKeepingPermissions(call, async (as) => {
    const opened = await openScope(as, settings);
    const plan = await planWith(call, () => opened.planRestore(snapshot, { allow, guildIds, signal }));
    return { call: as, scope: opened, plan };
  });
  const { scope, plan } = planned;
  printPlan(plan, settings, call);
  const mayEdit = Boolean(planned.call.env[variables.accessToken]);
  // A restore also removes permissions that were added after the snapshot. The plan does not show these removals.
  const editsPermissions = mayEdit && snapshot.permissions.length > 0;
  if (plan.writes.length === 0 && !editsPermissions) {
    const isLost = plan.warnings.some(({ code }) => code === "permissions-lost");
    if (isLost) terminal.note(`To restore them: ${playersHint}`);
    return appliedOutcome(settings, plan);
  }
  refuseErasingPlan(call, settings, plan);
  await confirmWrite(call, settings, `Restore (${counted(plan.writes.length, "request")})`);
  const report = await applyCommands(call, settings, "Restored", plan, (given) =>
    scope.restore(snapshot, { allow, guildIds, ...given }),
  );
  return appliedOutcome(settings, plan, report);
}
