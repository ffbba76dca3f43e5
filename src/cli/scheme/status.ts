import { redirectSchemeStatus, type RedirectSchemeStatus } from "slashpass";
import type { Call, Outcome } from "../frame/run-command.ts";
import { shown } from "../frame/shown.ts";
import { ExitCode } from "../frame/failure.ts";
import { readScheme, type schemeOptions } from "./options.ts";

export async function run(call: Call<typeof schemeOptions>, look = redirectSchemeStatus): Promise<Outcome> {
  const which = await readScheme(call);
  const status = look(which);
  call.terminal.print(call.terminal.wrap(describeStatus(which.scheme, status)));
  return {
    result: { scheme: which.scheme, ...status },
    exitCode: status.isOurs && !status.isStale ? ExitCode.Done : ExitCode.Differs,
  };
}

export function describeStatus(scheme: string, status: RedirectSchemeStatus): string {
  const { owner, isOurs, isStale, leftover } = status;
  if (owner === undefined) {
    return `No program is registered for ${scheme}.\nA sign-in that needs it registers it, and so does 'slashpass scheme register'.`;
  }
  // Untrusted: other programs register this name.
  const who = shown(owner);
  if (isStale) {
    return `${scheme} is registered for this application (${who}), but a file is gone or out of date.\nRun 'slashpass scheme register' to repair it.`;
  }
  if (isOurs) return `${scheme} is registered for this application (${who}).`;
  if (leftover) {
    return `${scheme} is left over from ${describeLeftover(leftover)}.\nA sign-in that needs it takes it over, and so does 'slashpass scheme register'; 'slashpass scheme unregister' removes it.`;
  }
  return `${scheme} belongs to another program: ${who}.\nRun 'slashpass scheme register --replace' to take it.`;
}

export function describeLeftover({
  applicationId,
  program,
}: NonNullable<RedirectSchemeStatus["leftover"]>): string {
  return `the application ${shown(applicationId)}, whose program is gone (${shown(program)})`;
}
