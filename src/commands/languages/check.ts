import { isObject, type Reader, readerOf } from "../../core/check/readers.ts";
import { readLanguages, readTexts } from "./arguments.ts";
import { type Locale, locales } from "../../wire/locale.ts";
import type { ValidateOptions } from "../rules/input.ts";
import { countCodePoints } from "../rules/names.ts";
import { validateCommandSet } from "../rules/validate.ts";
import type { Finding } from "../rules/visit.ts";
import { entryOf, isStale, type Language, unusedKeys } from "./language.ts";
import { localize } from "./localize.ts";
import { type Text, textsOf } from "./texts.ts";

/** What is to be done in one language. */
export interface LanguageReport {
  /** The language that is reported on (Discord documentation, Reference, "Locales"). */
  readonly locale: Locale;
  /** How many texts the definitions have. */
  readonly total: number;
  /** How many of them are translated, stale ones among them. */
  readonly translated: number;
  /** The keys of texts without a translation: players see the default text. */
  readonly missing: readonly string[];
  /** Texts without a translation that the service shows in a related language (Discord documentation, Application Commands, "Localization"). */
  readonly fallbacks: readonly Fallback[];
  /** The keys of translations that were made from another text than the definition has now. */
  readonly stale: readonly string[];
  /** The keys of translations that no text of the definitions has. */
  readonly unused: readonly string[];
  /** The translations that break a rule. */
  readonly findings: readonly TextFinding[];
  /** Texts of commands of one type, or of choices of one option, that cannot be told apart. */
  readonly doubles: readonly Double[];
  /** The length of each translation. */
  readonly widths: readonly Width[];
}

/** A text that is shown in a related language. */
export interface Fallback {
  /** The key of the text. */
  readonly key: string;
  /** The language in which it is shown. */
  readonly shown: Locale;
}

/** A finding in a translation. */
export interface TextFinding {
  /** The key of the translated text: {@link Text.key}. */
  readonly key: string;
  /** The broken rule, and how to mend it. */
  readonly finding: Finding;
}

/** One text of several siblings. */
export interface Double {
  /** The text that they have in this language. */
  readonly text: string;
  /** The keys of the siblings: two or more. */
  readonly keys: readonly string[];
}

/** The length of a translation beside its limit, in characters (code points). */
export interface Width {
  /** The key of the text. */
  readonly key: string;
  /** The characters of the translation. */
  readonly width: number;
  /** The most that it may have: 32 or 100. */
  readonly limit: number;
}

/** A language that is not among the given ones, and whose players see one of these instead of the default texts. */
export interface UnintendedFallback {
  /** The language that has no file. */
  readonly locale: Locale;
  /** The related language that its players see. */
  readonly shown: Locale;
}

/** The translation that a finding is about. */
export interface TranslationPlace {
  /** What was translated. */
  readonly text: Text;
  /** The key of the translation in its dictionary: a language, or another word that stands there by mistake. */
  readonly locale: string;
}

/** The language that the service shows where one has no text (Application Commands Interface, "Localization", rule 4). */
const fallbackOf: Readonly<Partial<Record<Locale, Locale>>> = {
  "en-US": "en-GB",
  "en-GB": "en-US",
  "es-419": "es-ES",
};

/**
 * Languages that are not among the given ones, and whose players see one of these instead of the default texts (Discord
 * documentation, Application Commands, "Localization").
 */
export function unintendedFallbacks(languages: readonly Language[]): UnintendedFallback[] {
  const given = new Set(readLanguages(languages, "languages").map(({ locale }) => locale));
  return locales.flatMap((locale) => {
    const shown = fallbackOf[locale];
    return shown !== undefined && given.has(shown) && !given.has(locale) ? [{ locale, shown }] : [];
  });
}

/**
 * What is to be done in each language: missing, stale and unused translations, those that break the rules of commands, doubles
 * and lengths.
 *
 * @param options - how commands are checked: as for `validateCommandSet` of `slashpass/commands`.
 * @throws ClientError as {@link localize} and `validateCommandSet`.
 */
export function checkLanguages(
  commands: readonly object[],
  languages: readonly Language[],
  options: ValidateOptions,
): LanguageReport[] {
  const texts = textsOf(commands);
  const found = validateCommandSet(localize(commands, languages), options).flatMap((finding) => {
    const place = translationAt(finding, texts);
    return place ? [{ locale: place.locale, key: place.text.key, finding }] : [];
  });
  return languages.map((language) => ({
    ...countsOf(texts, language, languages),
    findings: found
      .filter(({ locale }) => locale === language.locale)
      .map(({ key, finding }) => ({ key, finding })),
    doubles: doublesIn(texts, language),
  }));
}

/** The translation that a finding in localized definitions is about; undefined for a finding about something else. */
export function translationAt(
  finding: Pick<Finding, "keys">,
  texts: readonly Text[],
): TranslationPlace | undefined {
  const { keys } = readFinding(finding, "finding");
  const locale = keys.at(-1);
  const path = keys.slice(0, -1).join("\n");
  const text = readTexts(texts, "texts").find((one) => one.keys.join("\n") === path);
  return text && typeof locale === "string" ? { text, locale } : undefined;
}

const readFinding: Reader<Pick<Finding, "keys">> = readerOf(
  "a finding with its keys",
  (value) => isObject(value) && Array.isArray(value["keys"]),
);

function countsOf(texts: readonly Text[], language: Language, languages: readonly Language[]) {
  const { locale } = language;
  const related = languages.find((one) => one.locale === fallbackOf[locale]);
  const report = {
    missing: [] as string[],
    fallbacks: [] as Fallback[],
    stale: [] as string[],
    widths: [] as Width[],
  };
  for (const text of texts) {
    const { key, limit } = text;
    const found = entryOf(language, text)?.[1];
    if (found) {
      report.widths.push({ key, width: countCodePoints(found.text), limit });
      if (isStale(found, text)) report.stale.push(key);
    } else if (text.localizations[locale] === undefined) {
      if (related && entryOf(related, text)) report.fallbacks.push({ key, shown: related.locale });
      else report.missing.push(key);
    }
  }
  return {
    locale,
    total: texts.length,
    translated: texts.length - report.missing.length - report.fallbacks.length,
    ...report,
    unused: unusedKeys(texts, language),
  };
}

/** The rules see to options, whose names must differ. */
const siblingsOf: Readonly<Partial<Record<Text["kind"], RegExp>>> = {
  "command-name": /^[^/]+/,
  "choice-name": /^[^=]+/,
};

function doublesIn(texts: readonly Text[], language: Language): Double[] {
  const groups = new Map<string, { text: string; keys: string[]; isTranslated: boolean }>();
  for (const text of texts) {
    const [siblings] = siblingsOf[text.kind]?.exec(text.key) ?? [];
    if (siblings === undefined) continue;
    const translated = entryOf(language, text)?.[1].text ?? text.localizations[language.locale];
    const shown = translated ?? text.source;
    const place = `${siblings}\n${shown}`;
    const group = groups.get(place) ?? { text: shown, keys: [], isTranslated: false };
    groups.set(place, group);
    group.keys.push(text.key);
    group.isTranslated ||= translated !== undefined;
  }
  return [...groups.values()]
    .filter(({ keys, isTranslated }) => keys.length > 1 && isTranslated)
    .map(({ text, keys }) => ({ text, keys }));
}
