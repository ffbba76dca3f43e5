import { type Locale, locales } from "../../wire/locale.ts";
import { type Text, textsOf } from "./texts.ts";
import { validationError, type ClientError, cut } from "../../core/errors.ts";
import { isObject, refuseDuplicates, listOf, type Reader, readerOf } from "../../core/check/readers.ts";
import type { PathKey } from "../../core/request/path.ts";
import { frozenCopies, setField } from "../rules/input.ts";

/** A translation and its source text. @experimental */
export interface Translation {
  readonly source: string;
  /** The translation. Empty if there is none yet. */
  readonly text: string;
  /** Whether the source text has changed since it was translated. If so, the translation needs review. */
  readonly stale: boolean;
}

/** The translations into one language. @experimental */
export interface Language {
  /** The language (Discord documentation, Reference, "Locales"). */
  readonly locale: Locale;
  /** The translations, by text key. */
  readonly texts: ReadonlyMap<string, Translation>;
}

/** The result of {@link mergeLanguage}. @experimental */
export interface Merged {
  readonly language: Language;
  /** The keys of new and changed translations. */
  readonly changed: readonly string[];
  /** The keys of translations that were skipped because the definitions do not use them. */
  readonly unknown: readonly string[];
  /** The keys of stale translations that were skipped because a current translation exists. */
  readonly outdated: readonly string[];
}

/** Also finds a translation stored under a command's former name. */
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
 * Updates a language to match the definitions. New strings are left untranslated unless the definition includes a translation. If
 * a source text has changed, its translation is marked stale. Unused translations are moved to the end.
 *
 * @experimental
 * @param texts - the result of {@link textsOf}.
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
 * Merges translations from another file in the same language. Untranslated strings in that file are ignored. Translations of
 * outdated source text are marked stale and never replace a current translation.
 *
 * @experimental
 * @param texts - the result of {@link textsOf}.
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

/**
 * Adds translations to definitions. Stale translations are included, because players understand them better than the default
 * text.
 *
 * @experimental
 * @param commands - the definitions. An unreadable list is returned unchanged; planning then rejects it.
 * @throws ClientError `duplicate` (ValidationError) if a language is passed twice, or if a definition and a language translate
 *   the same text differently.
 */
export function localize<C extends object>(
  commands: readonly C[],
  languages: readonly Language[],
): readonly C[] {
  refuseDuplicates(
    readLanguages(languages, "languages").map(({ locale }) => locale),
    (_, locale) => [`The language ${locale} is specified twice.`, "Keep one of the two."],
  );
  const copies = frozenCopies(commands);
  if (!copies) return commands;
  return textsOf(copies).reduce<unknown>((list, text) => {
    const dictionary = dictionaryOf(text, languages);
    return dictionary ? withValue(list, text.keys, dictionary) : list;
  }, copies) as readonly C[];
}

function dictionaryOf(text: Text, languages: readonly Language[]): object | undefined {
  const found = languages.flatMap((language) => {
    const translated = entryOf(language, text)?.[1].text;
    return translated === undefined ? [] : [[language.locale, translated] as const];
  });
  if (found.length === 0) return undefined;
  for (const [locale, translated] of found) {
    const own = text.localizations[locale];
    if (own !== undefined && own !== translated) throw translatedTwice(text.key, locale);
  }
  return { ...text.localizations, ...Object.fromEntries(found) };
}

function translatedTwice(key: string, locale: string) {
  return validationError(
    "duplicate",
    `The text ${key} has two different ${locale} translations: one in its definition and one in the language file.`,
    "Remove one of the two.",
  );
}

function withValue(node: unknown, [key, ...rest]: readonly PathKey[], value: object): unknown {
  if (key === undefined) return value;
  if (Array.isArray(node)) return node.with(Number(key), withValue(node[Number(key)], rest, value));
  const copy: Record<string, unknown> = {};
  const fields = isObject(node) ? node : {};
  for (const field of Object.keys(fields)) setField(copy, field, fields[field]);
  copy[key] = withValue(fields[key], rest, value);
  return copy;
}

const readLanguage: Reader<Language> = readerOf(
  "a language: { locale, texts }, with texts in a Map",
  (value) => isObject(value) && typeof value["locale"] === "string" && value["texts"] instanceof Map,
);
export const readLanguages: Reader<readonly Language[]> = listOf(readLanguage);

export const readTexts: Reader<readonly Text[]> = listOf(
  readerOf<Text>("a text returned by textsOf()", (value) => isObject(value) && Array.isArray(value["keys"])),
);

export function invalidLanguage(problem: string, hint: string): ClientError {
  return validationError("invalid_language", problem, hint);
}

export const asWritten =
  "Pass a file created by formatLanguage or 'slashpass commands languages extract', with translations added.";

/** Some tools write `pt_BR` instead of `pt-BR`. */
export function readLocale(named: string): Locale {
  const wanted = named.replaceAll("_", "-").toLowerCase();
  const found = locales.find((one) => one.toLowerCase() === wanted);
  if (found) return found;
  const [like] = locales.filter((one) => one.split("-")[0] === wanted.split("-")[0]);
  throw invalidLanguage(
    `The language ${JSON.stringify(cut(named, 40))} is not a supported locale.`,
    like === undefined ? `Use one of: ${locales.join(", ")}.` : `Did you mean ${like}?`,
  );
}
