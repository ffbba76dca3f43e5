import type { RedirectScheme } from "slashpass";
import type { Call } from "../frame/run-command.ts";
import { settingsOptions, readSettings } from "../settings/settings.ts";

/** The options of every command that works on a scheme. */
export const schemeOptions = {
  ...settingsOptions,
  "--scheme <name>": "A scheme of the game's own. Default: discord-<application id>.",
} as const;

/** The scheme that is meant. The library checks it. */
export async function readScheme(
  call: Pick<Call<typeof schemeOptions>, "options" | "env" | "cwd">,
): Promise<RedirectScheme & { readonly scheme: string }> {
  const { applicationId } = await readSettings(call);
  return { applicationId, scheme: call.options.scheme ?? `discord-${applicationId}` };
}
