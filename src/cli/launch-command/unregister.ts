import { unregisterLaunchCommand } from "slashpass";
import type { Call, Outcome } from "../frame/run-command.ts";
import { type settingsOptions, readSettings } from "../settings/settings.ts";

export async function run(
  call: Call<typeof settingsOptions>,
  unregister = unregisterLaunchCommand,
): Promise<Outcome> {
  const { applicationId } = await readSettings(call);
  const removed = unregister(applicationId);
  call.terminal.print(
    removed
      ? `The launch command of application ${applicationId} is removed.`
      : `Application ${applicationId} had no launch command; nothing was changed.`,
  );
  return { result: { applicationId, removed } };
}
