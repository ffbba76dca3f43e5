import { readLanguage, readTexts } from "./arguments.ts";
import type { Locale } from "../../wire/locale.ts";
import type { Text } from "./texts.ts";

/** A translated text. */
export interface Translation {
  /** The translated text of the definition. */
  readonly source: string;
  /** The translation, or an empty string. */
  readonly text: string;
  /** Whether the source text has changed, so the translation needs a review. */
  readonly stale: boolean;
}

/** The translations of definitions into one language. */
export interface Language {
  /** The language (Discord documentation, Reference, "Locales"). */
  readonly locale: Locale;
  /** The translations by text key. */
  readonly texts: ReadonlyMap<string, Translation>;
}

/** The result of {@link mergeLanguage}. */
export interface Merged {
  /** The language with the merged translations. */
  readonly language: Language;
  /** The keys of new and changed translations. */
  readonly changed: readonly string[];
  /** The keys of skipped translations without a text in the definitions. */
  readonly unknown: readonly string[];
  /** The keys of skipped stale translations of texts with a current one. */
  readonly outdated: readonly string[];
}

/** Also finds a translation stored under the command's former name. */
export function entryOf(
  { texts }: Language,
  { key, formerKey }: Text,
): readonly [string, Translation] | undefined {
  for (const one of [key, formerKey]) {
    const found = one === undefined ? undefined : texts.get(one);
    if (one !== undefined && found && found.text !== "") return [one, found];
  }
  return undefined;
}

/** Whether the source text has changed. */
export function isStale({ stale, source }: Translation, text: Text): boolean {
  return stale || source !== text.source;
}

export function unusedKeys(texts: readonly Text[], language: Language): string[] {
  const used = new Set(texts.flatMap((text) => [text.key, entryOf(language, text)?.[0]]));
  return [...language.texts].filter(([key, { text }]) => !used.has(key) && text !== "").map(([key]) => key);
}

/**
 * Updates a language to the texts of the definitions. New texts are empty or use the definition's own translation, and changed
 * texts are marked as stale. Unused translations are kept at the end.
 *
 * @param texts - from {@link textsOf}.
 */
export function updateLanguage(texts: readonly Text[], language: Language): Language {
  readTexts(texts, "texts");
  readLanguage(language, "language");
  const updated = texts.map((text) => [text.key, updatedEntry(text, language)] as const);
  const unused = unusedKeys(texts, language).map(
    (key) => [key, language.texts.get(key) as Translation] as const,
  );
  return { locale: language.locale, texts: new Map([...updated, ...unused]) };
}

function updatedEntry(text: Text, language: Language): Translation {
  const { source, localizations } = text;
  const found = entryOf(language, text)?.[1];
  if (found) return { source, text: found.text, stale: isStale(found, text) };
  return { source, text: localizations[language.locale] ?? "", stale: false };
}

/**
 * Merges translations from another file of the same language. Untranslated texts in it change nothing. Translations of an
 * outdated source text are marked as stale and never replace a current translation.
 *
 * @param texts - from {@link textsOf}.
 */
export function mergeLanguage(texts: readonly Text[], language: Language, sent: Language): Merged {
  readLanguage(sent, "sent");
  const merged = new Map(updateLanguage(texts, language).texts);
  const changed: string[] = [];
  const outdated: string[] = [];
  for (const text of texts) {
    const { key, source } = text;
    const found = entryOf(sent, text)?.[1];
    if (!found) continue;
    const now = { source, text: found.text, stale: isStale(found, text) };
    const before = merged.get(key);
    if (before?.text === now.text && before.stale === now.stale) continue;
    if (now.stale && before?.stale === false && before.text !== "") {
      outdated.push(key);
      continue;
    }
    merged.set(key, now);
    changed.push(key);
  }
  return {
    language: { locale: language.locale, texts: merged },
    changed,
    unknown: unusedKeys(texts, sent),
    outdated,
  };
}
