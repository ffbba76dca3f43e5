import { resolve } from "node:path";
import type { Call } from "../frame/call.ts";
import type { ValuesOf } from "../frame/definition.ts";
import { refusePlantedCommands } from "../settings/find-config.ts";
import type { settingsOptions } from "../settings/parameters.ts";
import { readSettings, type Settings } from "../settings/settings.ts";
import { chooseScope } from "./choose-scope.ts";
import type { checkOption, fileOption, scopeOptions } from "./parameters.ts";

type Options = ValuesOf<typeof settingsOptions> &
  Partial<ValuesOf<typeof scopeOptions & typeof fileOption & typeof checkOption>>;

/** The settings, and how commands are checked. */
export interface Target extends Settings {
  readonly allowUnknownFields?: boolean | undefined;
}

/**
 * The application, the guild where one is meant, and the file with the commands: of the config, and of the command line before
 * it.
 *
 * @throws Failure as {@link readSettings}, and `misunderstood`.
 */
export async function readTarget(
  call: Pick<Call, "env" | "cwd"> & { readonly options: Options },
): Promise<Target> {
  const { cwd, options } = call;
  const { allowUnknownFields } = options;
  const settings = { ...chooseScope(await readSettings(call), options), allowUnknownFields };
  if (options.file !== undefined) return { ...settings, commandsFile: resolve(cwd, options.file) };
  if ("file" in options) refusePlantedCommands(settings.commandsFile);
  return settings;
}

/** What `--json` says of the target. */
export function targetAsData({
  environment,
  applicationId,
  guildId,
}: Settings): Readonly<Record<string, string>> {
  return {
    ...(environment !== undefined && { environment }),
    applicationId,
    ...(guildId !== undefined && { guildId }),
  };
}
