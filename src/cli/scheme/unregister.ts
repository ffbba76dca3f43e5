import { unregisterRedirectScheme } from "slashpass";
import type { Call, Outcome } from "../frame/run-command.ts";
import { readScheme, type schemeOptions } from "./options.ts";

/** Removes the registration of this application, and of nobody else. */
export async function run(
  call: Call<typeof schemeOptions>,
  unregister = unregisterRedirectScheme,
): Promise<Outcome> {
  const which = await readScheme(call);
  const removed = unregister(which);
  const { scheme } = which;
  call.terminal.print(
    removed
      ? `${scheme} is no longer registered for this application.`
      : `${scheme} was not registered for this application; nothing was changed.`,
  );
  return { result: { scheme, removed } };
}
