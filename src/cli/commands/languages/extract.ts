import { join, relative, resolve } from "node:path";
import {
  formatLanguage,
  type Language,
  type LanguageFormat,
  type Locale,
  locales,
  type Text,
  textsOf,
  updateLanguage,
} from "slashpass/commands/languages";
import { misunderstood } from "../../frame/failure.ts";
import { type Call, counted, type Outcome } from "../../frame/run-command.ts";
import { writeFiles } from "../../init/write-files.ts";
import { confirmFile } from "../apply-commands.ts";
import type { extract } from "../definitions.ts";
import { noLanguage, openLanguages, type OpenLanguages } from "./open.ts";

type ExtractCall = Call<typeof extract.options, typeof extract.arguments>;

export async function run(call: ExtractCall): Promise<Outcome> {
  const { cwd, options, terminal } = call;
  refuseFormatAlone(call);
  const source = readLocale(options.source ?? "en-US");
  const named = call.arguments.locale.map(readLocale);
  const opened = await openLanguages(call);
  const { commands, files } = opened;
  const texts = textsOf(commands);
  const chosen = named.length > 0 ? named : localesOf(opened, texts);
  const languages = chosen.map((locale) => {
    const known = files.find(({ language }) => language.locale === locale)?.language;
    return updateLanguage(texts, known ?? { locale, texts: new Map() });
  });
  const { folder, format, ending } = destinationOf(call, opened.folder);
  const written = languages.map((language) => ({
    ...countsOf(language, texts),
    file: join(folder, `${language.locale}.${ending}`),
  }));
  for (const { file } of options.to === undefined ? [] : written) await confirmFile(call, file);
  const contents = languages.map((language) => formatLanguage(language, format, texts, source));
  await writeFiles(new Map(written.map(({ file }, at) => [file, contents[at] ?? ""])), [folder]);
  for (const { locale, file, missing, stale } of written) {
    terminal.print(
      `${locale}: ${counted(texts.length, "text")}, ${missing} missing, ${stale} stale: ${relative(cwd, file)}`,
    );
  }
  return { result: { texts: texts.length, languages: written } };
}

function refuseFormatAlone({ options }: ExtractCall): void {
  if (options.format === undefined || options.to !== undefined) return;
  throw misunderstood(
    "--format only applies to files for translators; the config's language files are always JSON.",
    "Specify the destination with --to.",
  );
}

function readLocale(named: string): Locale {
  const found = locales.find((one) => one === named);
  if (found) return found;
  throw misunderstood(
    `The service does not support the locale '${named}'.`,
    `Use one of: ${locales.join(", ")}.`,
  );
}

function localesOf({ files }: OpenLanguages, texts: readonly Text[]): readonly Locale[] {
  const own = new Set<string>(texts.flatMap(({ localizations }) => Object.keys(localizations)));
  for (const { language } of files) own.add(language.locale);
  if (own.size > 0) return locales.filter((locale) => own.has(locale));
  throw noLanguage();
}

const endings: Readonly<Record<LanguageFormat, string>> = { json: "json", xliff: "xlf", po: "po" };

function destinationOf({ cwd, options }: ExtractCall, own: string) {
  const format = options.to === undefined ? "json" : ((options.format ?? "xliff") as LanguageFormat);
  const folder = options.to === undefined ? own : resolve(cwd, options.to);
  return { folder, format, ending: endings[format] };
}

function countsOf({ locale, texts: translations }: Language, texts: readonly Text[]) {
  const entries = texts.map(({ key }) => translations.get(key));
  return {
    locale,
    missing: entries.filter((entry) => entry?.text === "").length,
    stale: entries.filter((entry) => entry?.stale).length,
    unused: translations.size - texts.length,
  };
}
