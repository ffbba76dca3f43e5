import { readLanguage, readTexts } from "./arguments.ts";
import type { Locale } from "../../wire/locale.ts";
import type { Text } from "./texts.ts";

/** A text in one language. */
export interface Translation {
  /** The text of the definition that was translated. */
  readonly source: string;
  /** The translation; empty where there is none yet. */
  readonly text: string;
  /** Whether the definition's text has changed since, so that somebody must look at the translation. */
  readonly stale: boolean;
}

/** The translations of definitions into one language. */
export interface Language {
  /** The language (Discord documentation, Reference, "Locales"). */
  readonly locale: Locale;
  /** The translations by the keys of the texts. */
  readonly texts: ReadonlyMap<string, Translation>;
}

/** A language that takes what translators sent, and what came of it. */
export interface Merged {
  /** The language with the translations. */
  readonly language: Language;
  /** The keys of the texts whose translation is new or another one. */
  readonly changed: readonly string[];
  /** The keys of translations whose text the definitions do not have (any more): these were left out. */
  readonly unknown: readonly string[];
  /** The keys of stale translations, left out where the language has one of the text that the definition has now. */
  readonly outdated: readonly string[];
}

/** The key and the translation of a text, also where it still stands by the command's former name. */
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

/** Whether a translation is one of another text than the definition has. */
export function isStale({ stale, source }: Translation, text: Text): boolean {
  return stale || source !== text.source;
}

/** The keys whose translation no text has. */
export function unusedKeys(texts: readonly Text[], language: Language): string[] {
  const used = new Set(texts.flatMap((text) => [text.key, entryOf(language, text)?.[0]]));
  return [...language.texts].filter(([key, { text }]) => !used.has(key) && text !== "").map(([key]) => key);
}

/**
 * The language with exactly the texts of the definitions, in their order: new ones are empty or as the definition itself
 * translates them, changed ones are marked as stale. Translations that no text has are kept at the end.
 *
 * @param texts - of the definitions: {@link textsOf}.
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
 * Takes the translations of another file of the same language, such as translators send back. What is not translated there
 * changes nothing; what was translated from another text than the definition's is marked as stale, and never takes the place
 * of a translation that is not.
 *
 * @param texts - of the definitions: {@link textsOf}.
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
