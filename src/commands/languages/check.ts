import { isObject, type Reader, readerOf } from "../../core/check/readers.ts";
import {
  readLanguages,
  readTexts,
  entryOf,
  isStale,
  type Language,
  unusedKeys,
  localize,
} from "./language.ts";
import { type Locale, locales } from "../../wire/locale.ts";
import type { ValidateOptions } from "../rules/input.ts";
import { countCodePoints } from "../rules/names.ts";
import { validateCommandSet } from "../rules/validate.ts";
import type { Finding } from "../rules/visit.ts";
import { type Text, textsOf } from "./texts.ts";

/** The state of one language's translations. @experimental */
export interface LanguageReport {
  /** The report's language (Discord documentation, Reference, "Locales"). */
  readonly locale: Locale;
  readonly total: number;
  /** The number of translations, including stale ones. */
  readonly translated: number;
  /** The keys of untranslated strings. Players see the default text. */
  readonly missing: readonly string[];
  /**
   * Untranslated strings that the service shows in a related language (Discord documentation, Application Commands,
   * "Localization").
   */
  readonly fallbacks: readonly Fallback[];
  /** The keys of translations whose source text has changed. */
  readonly stale: readonly string[];
  /** The keys of translations that the definitions no longer use. */
  readonly unused: readonly string[];
  readonly findings: readonly TextFinding[];
  /** Identical translations among commands of the same type or choices of the same option. */
  readonly doubles: readonly Double[];
  readonly widths: readonly Width[];
}

/** An untranslated string that the service shows in a related language. @experimental */
export interface Fallback {
  readonly key: string;
  readonly shown: Locale;
}

/** A rule violation in a translation. @experimental */
export interface TextFinding {
  /** The translation's key: {@link Text.key}. */
  readonly key: string;
  /** The violated rule and the suggested fix. */
  readonly finding: Finding;
}

/** A translation shared by several siblings. @experimental */
export interface Double {
  readonly text: string;
  /** The siblings' keys (at least two). */
  readonly keys: readonly string[];
}

/** The length of a translation and its limit, in code points. @experimental */
export interface Width {
  readonly key: string;
  readonly width: number;
  /** The maximum length: 32 or 100. */
  readonly limit: number;
}

/** A language without a file. The service shows a related language instead. @experimental */
export interface UnintendedFallback {
  /** The language without a file. */
  readonly locale: Locale;
  readonly shown: Locale;
}

/** The translation that a finding refers to. @experimental */
export interface TranslationLocation {
  readonly text: Text;
  /** The key in the localization dictionary: a locale, or an invalid key. */
  readonly locale: string;
}

/** The language that the service shows if a translation is missing (Application Commands Interface, "Localization", rule 4). */
const fallbackOf: Readonly<Partial<Record<Locale, Locale>>> = {
  "en-US": "en-GB",
  "en-GB": "en-US",
  "es-419": "es-ES",
};

/**
 * Returns the languages that have no file and for which the service shows one of the given languages instead (Discord
 * documentation, Application Commands, "Localization").
 *
 * @experimental
 */
export function unintendedFallbacks(languages: readonly Language[]): UnintendedFallback[] {
  const given = new Set(readLanguages(languages, "languages").map(({ locale }) => locale));
  return locales.flatMap((locale) => {
    const shown = fallbackOf[locale];
    return shown !== undefined && given.has(shown) && !given.has(locale) ? [{ locale, shown }] : [];
  });
}

/**
 * Reports each language's missing, stale, unused, duplicate and invalid translations, and the translations' lengths.
 *
 * @experimental
 * @param options - the options of `validateCommandSet` in `slashpass/commands`.
 * @throws ClientError the errors thrown by {@link localize} and `validateCommandSet`.
 */
export function checkLanguages(
  commands: readonly object[],
  languages: readonly Language[],
  options: ValidateOptions,
): LanguageReport[] {
  const texts = textsOf(commands);
  const found = validateCommandSet(localize(commands, languages), options).flatMap((finding) => {
    const location = translationAt(finding, texts);
    return location ? [{ locale: location.locale, key: location.text.key, finding }] : [];
  });
  return languages.map((language) => ({
    ...countsOf(texts, language, languages),
    findings: found
      .filter(({ locale }) => locale === language.locale)
      .map(({ key, finding }) => ({ key, finding })),
    doubles: doublesIn(texts, language),
  }));
}

/** Returns the translation that a finding refers to, or `undefined` if it refers to something else. @experimental */
export function translationAt(
  finding: Pick<Finding, "keys">,
  texts: readonly Text[],
): TranslationLocation | undefined {
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
    const location = `${siblings}\n${shown}`;
    const group = groups.get(location) ?? { text: shown, keys: [], isTranslated: false };
    groups.set(location, group);
    group.keys.push(text.key);
    group.isTranslated ||= translated !== undefined;
  }
  return [...groups.values()]
    .filter(({ keys, isTranslated }) => keys.length > 1 && isTranslated)
    .map(({ text, keys }) => ({ text, keys }));
}
