import { launchCommandStatus, type LaunchCommandStatus } from "slashpass";
import type { Call, Outcome } from "../frame/run-command.ts";
import { ExitCode } from "../frame/failure.ts";
import { type settingsOptions, readSettings } from "../settings/settings.ts";

export async function run(call: Call<typeof settingsOptions>, look = launchCommandStatus): Promise<Outcome> {
  const { applicationId } = await readSettings(call);
  const status = look(applicationId);
  call.terminal.print(call.terminal.wrap(describeLaunch(applicationId, status)));
  return { result: { applicationId, ...status }, exitCode: status.works ? ExitCode.Done : ExitCode.Differs };
}

export function describeLaunch(applicationId: string, { command, works }: LaunchCommandStatus): string {
  if (command === undefined) {
    return `Application ${applicationId} has no launch command here.\n'slashpass launch-command register' registers one.`;
  }
  const words = command
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word)))
    .join(" ");
  const started = `Application ${applicationId} is started with: ${words}`;
  if (works) return started;
  return `${started}\nBut the system does not start it. Register it again to repair this.`;
}
