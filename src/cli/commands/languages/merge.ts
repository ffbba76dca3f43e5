import { relative, resolve } from "node:path";
import {
  checkLanguages,
  formatLanguage,
  type Language,
  type Locale,
  type Merged,
  mergeLanguage,
  type Text,
  textsOf,
} from "slashpass/commands/languages";
import { ExitCode, Failure } from "../../frame/failure.ts";
import { type Call, counted, type Outcome } from "../../frame/run-command.ts";
import { escapeControls } from "../../frame/terminal-text.ts";
import { writeFiles } from "../../init/write-files.ts";
import { describeFinding, findingAsData, type LocatedFinding } from "../source.ts";
import type { merge } from "../definitions.ts";
import { pathIn, readLanguageFile } from "./folder.ts";
import { findingsOfCommands, openLanguages, type OpenLanguages, rulesOf } from "./open.ts";

type MergeCall = Call<typeof merge.options, typeof merge.arguments>;

interface MergedFile extends Merged {
  readonly sent: string;
}

export async function run(call: MergeCall): Promise<Outcome> {
  const { cwd, terminal } = call;
  const opened = await openLanguages(call);
  const texts = textsOf(opened.commands);
  const merged = await mergeFiles(call, opened, texts);
  const languages = new Map(merged.map(({ language }) => [language.locale, language]));
  refuseWrong(call, opened, merged, languages);
  const { folder } = opened;
  const contents = [...languages.values()].map(
    (language) => [pathIn(folder, language.locale), formatLanguage(language, "json", texts)] as const,
  );
  await writeFiles(new Map(contents), [folder]);
  for (const { sent, language, changed, unknown, outdated } of merged) {
    const file = relative(cwd, pathIn(folder, language.locale));
    terminal.print(`${relative(cwd, sent)}: ${counted(changed.length, "translation")} imported into ${file}`);
    for (const key of unknown) terminal.print(`  skipped: unknown key: ${escapeControls(key)}`);
    for (const key of outdated)
      terminal.print(`  skipped: translation of an older text: ${escapeControls(key)}`);
  }
  return { result: { files: merged.map((each) => mergedAsData(each, folder)) } };
}

async function mergeFiles(
  { cwd, arguments: { file: paths } }: MergeCall,
  { files }: OpenLanguages,
  texts: readonly Text[],
): Promise<MergedFile[]> {
  const now = new Map(files.map(({ language }) => [language.locale, language]));
  const merged: MergedFile[] = [];
  for (const path of paths) {
    const sent = resolve(cwd, path);
    const language = await readLanguageFile(sent);
    const { locale } = language;
    const result = mergeLanguage(texts, now.get(locale) ?? { locale, texts: new Map() }, language);
    now.set(locale, result.language);
    merged.push({ ...result, sent });
  }
  return merged;
}

function refuseWrong(
  call: MergeCall,
  opened: OpenLanguages,
  merged: readonly MergedFile[],
  languages: ReadonlyMap<Locale, Language>,
): void {
  const wrong = [...findingsOfTexts(opened, merged, languages), ...findingsOfSets(opened, languages)];
  if (wrong.length === 0) return;
  const { terminal } = call;
  for (const { located, path } of wrong)
    terminal.note(describeFinding(located, path, call, terminal.notePaint));
  throw new Failure(
    `The service would reject the commands with these translations: ${counted(wrong.length, "error")}. Nothing was written.`,
    {
      code: "invalid_translations",
      hint: "Correct the listed files, then merge them again.",
      exitCode: ExitCode.Misunderstood,
      details: { findings: wrong.map(({ located, path }) => findingAsData(located, path)) },
    },
  );
}

interface Wrong {
  readonly located: LocatedFinding;
  readonly path: string;
}

function findingsOfTexts(
  { commands, folder, settings }: OpenLanguages,
  merged: readonly MergedFile[],
  languages: ReadonlyMap<Locale, Language>,
): Wrong[] {
  const reports = checkLanguages(commands, [...languages.values()], rulesOf(settings));
  return reports.flatMap(({ locale, findings }) => {
    const errors = findings.filter(({ finding }) => finding.severity === "error");
    return errors.map(({ key, finding }) => {
      const from = merged.findLast((file) => file.language.locale === locale && file.changed.includes(key));
      const located = { finding: { ...finding, path: key }, position: undefined };
      return { located, path: from?.sent ?? pathIn(folder, locale) };
    });
  });
}

function findingsOfSets(opened: OpenLanguages, languages: ReadonlyMap<Locale, Language>): Wrong[] {
  const all = new Map(opened.files.map(({ language }) => [language.locale, language] as const));
  for (const [locale, language] of languages) all.set(locale, language);
  const found = findingsOfCommands(opened, [...all.values()]);
  return found.map((finding) => ({
    located: { finding, position: undefined },
    path: opened.settings.commandsFile,
  }));
}

function mergedAsData({ sent, language, changed, unknown, outdated }: MergedFile, folder: string) {
  const { locale } = language;
  return { file: sent, locale, into: pathIn(folder, locale), changed, unknown, outdated };
}
