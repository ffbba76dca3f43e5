import type { ValuesOf } from "../frame/definition.ts";
import { misunderstood } from "../frame/failure.ts";
import { isId } from "../settings/check-config.ts";
import type { Settings } from "../settings/settings.ts";
import type { scopeOptions } from "./parameters.ts";

/**
 * The settings with the guild that the command line means; without one, the commands of everywhere are meant.
 *
 * @throws Failure `misunderstood`.
 */
export function chooseScope<S extends Pick<Settings, "guildId">>(
  settings: S,
  { guild, global = false }: Partial<ValuesOf<typeof scopeOptions>>,
): S {
  if (guild === undefined) return global ? { ...settings, guildId: undefined } : settings;
  if (global) throw misunderstood("--guild and --global cannot be used together.", "Give only one of them.");
  if (isId(guild)) return { ...settings, guildId: guild };
  throw misunderstood(
    `--guild takes the id of a guild, not '${guild}'.`,
    "Copy it in Discord's developer mode.",
  );
}
