import { existsSync } from "node:fs";
import { type DesiredCommand, type Finding, type GuildCommand, validateCommandSet } from "slashpass/commands";
import { type Language, localize, textsOf, translationAt } from "slashpass/commands/languages";
import type { Call } from "../../frame/run-command.ts";
import { type Failure, misunderstood } from "../../frame/failure.ts";
import { notInConfig } from "../../settings/settings.ts";
import { readTarget, type Target } from "../open-client.ts";
import { loadCommands } from "../source.ts";
import type { check } from "../definitions.ts";
import { type LanguageFile, readLanguages } from "./folder.ts";

export interface OpenLanguages {
  readonly settings: Target;
  readonly folder: string;
  readonly commands: readonly DesiredCommand<GuildCommand>[];
  readonly files: readonly LanguageFile[];
}

export async function openLanguages(
  call: Pick<Call<typeof check.options>, "cwd" | "env" | "options" | "terminal">,
): Promise<OpenLanguages> {
  // Translations are the same in every scope, and entry points are not allowed in a guild.
  const settings = { ...(await readTarget(call)), guildId: undefined };
  const { commandsFile, languagesFolder: folder } = settings;
  if (folder === undefined) {
    const hint = 'Add to the config: languages: "./languages"';
    throw notInConfig(settings, "a languages folder", hint, "no_languages");
  }
  const { commands } = await loadCommands(call, commandsFile, { ...settings, languagesFolder: undefined });
  return { settings, folder, commands, files: existsSync(folder) ? await readLanguages(folder) : [] };
}

export function noLanguage(): Failure {
  return misunderstood(
    "There are no languages yet.",
    "Add some with 'slashpass commands languages extract de fr'.",
    "no_languages",
  );
}

export function findingsOfCommands(
  { commands, settings }: OpenLanguages,
  languages: readonly Language[],
): Finding[] {
  const texts = textsOf(commands);
  const found = validateCommandSet(localize(commands, languages), rulesOf(settings));
  return found.filter((finding) => finding.severity === "error" && !translationAt(finding, texts));
}

export function rulesOf({ allowUnknownFields }: Target) {
  return { scope: "global", allowUnknownFields } as const;
}
