import {
  type RedirectScheme,
  redirectSchemeStatus,
  type RedirectSchemeStatus,
  registerRedirectScheme,
  unregisterRedirectScheme,
} from "slashpass";
import { ExitCode } from "../frame/failure.ts";
import type { Call, Outcome } from "../frame/run-command.ts";
import { escapeControls } from "../frame/terminal-text.ts";
import { readSettings } from "../settings/settings.ts";
import type { scheme as definitions } from "./definitions.ts";

const library = {
  register: registerRedirectScheme,
  unregister: unregisterRedirectScheme,
  status: redirectSchemeStatus,
};
export type SchemeLibrary = typeof library;

type SchemeCall = Call<typeof definitions.status.options>;
type Leftover = NonNullable<RedirectSchemeStatus["leftover"]>;

export async function register(
  call: Call<typeof definitions.register.options>,
  on: SchemeLibrary = library,
): Promise<Outcome> {
  const { terminal, options } = call;
  const which = await readScheme(call);
  const { scheme } = which;
  const { leftover } = on.status(which);
  on.register({ ...which, name: options.title, replace: options.replace });
  const found = on.status(which);
  if (leftover) terminal.printText(`${scheme} was taken over from ${describeLeftover(leftover)}.`);
  terminal.printText(describeStatus(scheme, found));
  return { result: { scheme, ...found } };
}

export async function status(call: SchemeCall, on: SchemeLibrary = library): Promise<Outcome> {
  const which = await readScheme(call);
  const found = on.status(which);
  call.terminal.printText(describeStatus(which.scheme, found));
  return {
    result: { scheme: which.scheme, ...found },
    exitCode: found.isOurs && !found.isStale ? ExitCode.Done : ExitCode.Differs,
  };
}

export async function unregister(call: SchemeCall, on: SchemeLibrary = library): Promise<Outcome> {
  const which = await readScheme(call);
  const { scheme } = which;
  const { leftover } = on.status(which);
  const removed = on.unregister(which);
  call.terminal.printText(describeRemoval(scheme, removed, leftover));
  return { result: { scheme, removed, ...(removed && leftover && { leftover }) } };
}

async function readScheme(call: SchemeCall): Promise<RedirectScheme & { readonly scheme: string }> {
  const { applicationId } = await readSettings(call);
  return { applicationId, scheme: call.options.scheme ?? `discord-${applicationId}` };
}

function describeStatus(scheme: string, found: RedirectSchemeStatus): string {
  const { owner, isOurs, isStale, leftover } = found;
  if (owner === undefined) {
    return `No program is registered for ${scheme}.\nSigning in registers it if needed. To register it now, run 'slashpass scheme register'.`;
  }
  // Untrusted, because other programs can register this name.
  const who = escapeControls(owner);
  if (isStale) {
    return `${scheme} is registered for this application (${who}), but a file is missing or out of date.\nRun 'slashpass scheme register' to repair it.`;
  }
  if (isOurs) return `${scheme} is registered for this application (${who}).`;
  if (leftover) {
    return `${scheme} is left over from ${describeLeftover(leftover)}.\nSigning in takes it over if needed. To take it over now, run 'slashpass scheme register'; to remove it, run 'slashpass scheme unregister'.`;
  }
  return `${scheme} belongs to another program: ${who}.\nRun 'slashpass scheme register --replace' to take it over.`;
}

function describeLeftover({ applicationId, program }: Leftover): string {
  return `application ${escapeControls(applicationId)}, whose program no longer exists (${escapeControls(program)})`;
}

function describeRemoval(scheme: string, removed: boolean, leftover: Leftover | undefined): string {
  if (!removed) return `${scheme} was not registered for this application; nothing was changed.`;
  if (leftover) return `${scheme} was left over from ${describeLeftover(leftover)} and has been removed.`;
  return `${scheme} is no longer registered for this application.`;
}
