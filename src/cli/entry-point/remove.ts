import { targetAsData } from "../commands/open-client.ts";
import { refuseErasure } from "../commands/apply-commands.ts";
import type { Call, Outcome } from "../frame/run-command.ts";
import { escapeControls } from "../frame/terminal-text.ts";
import { confirmWrite, targetOf } from "../settings/confirm-write.ts";
import type { remove } from "./definitions.ts";
import { openEntryPoint } from "./entry-point.ts";

export async function run(call: Call<typeof remove.options>): Promise<Outcome> {
  const { terminal, signal } = call;
  const { settings, scope, live } = await openEntryPoint(call);
  const result = { target: targetAsData(settings), removed: live?.id ?? null };
  if (!live) {
    terminal.note(`There is no entry point in ${targetOf(settings)}.`);
    return { result };
  }
  const { allowPermissionLoss } = call.options;
  refuseErasure({ settings, allowPermissionLoss }, `the permissions of ${escapeControls(live.name)}`);
  const action = `Delete the entry point ${escapeControls(live.name)}, with its permissions`;
  await confirmWrite(call, settings, action);
  await scope.delete(live.id, { signal });
  terminal.print(`Deleted ${escapeControls(live.name)}.`);
  return { result };
}
