import { type RedirectSchemeStatus, redirectSchemeStatus, unregisterRedirectScheme } from "slashpass";
import type { Call, Outcome } from "../frame/run-command.ts";
import { readScheme, type schemeOptions } from "./options.ts";
import { describeLeftover } from "./status.ts";

export async function run(
  call: Call<typeof schemeOptions>,
  unregister = unregisterRedirectScheme,
  look = redirectSchemeStatus,
): Promise<Outcome> {
  const which = await readScheme(call);
  const { scheme } = which;
  const { leftover } = look(which);
  const removed = unregister(which);
  call.terminal.print(call.terminal.wrap(describeRemoval(scheme, removed, leftover)));
  return { result: { scheme, removed, ...(removed && leftover && { leftover }) } };
}

function describeRemoval(
  scheme: string,
  removed: boolean,
  leftover: RedirectSchemeStatus["leftover"],
): string {
  if (!removed) return `${scheme} was not registered for this application; nothing was changed.`;
  if (leftover) return `${scheme} was left over from ${describeLeftover(leftover)}. It is removed.`;
  return `${scheme} is no longer registered for this application.`;
}
