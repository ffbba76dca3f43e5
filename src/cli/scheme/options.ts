import type { RedirectScheme } from "slashpass";
import type { Call } from "../frame/run-command.ts";
import { settingsOptions, readSettings } from "../settings/settings.ts";

export const schemeOptions = {
  ...settingsOptions,
  "--scheme <name>": "The game's own scheme. Default: discord-<application id>.",
} as const;

export async function readScheme(
  call: Pick<Call<typeof schemeOptions>, "options" | "env" | "cwd">,
): Promise<RedirectScheme & { readonly scheme: string }> {
  const { applicationId } = await readSettings(call);
  return { applicationId, scheme: call.options.scheme ?? `discord-${applicationId}` };
}
