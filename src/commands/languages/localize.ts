import { readLanguages } from "./arguments.ts";
import { validationError } from "../../core/errors.ts";
import { isObject, refuseDuplicates } from "../../core/check/readers.ts";
import type { PathKey } from "../../core/request/path.ts";
import { frozenCopies, setField } from "../rules/input.ts";
import { entryOf, type Language } from "./language.ts";
import { type Text, textsOf } from "./texts.ts";

/**
 * Adds translations to definitions. Includes stale translations, because players understand them better than the default text.
 *
 * @param commands - the definitions. An unreadable list is returned unchanged, for the plan to reject.
 * @throws ClientError `duplicate` (ValidationError) if a language is passed twice, or if a definition and a language translate a
 *   text differently.
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
    `The text ${key} is translated into ${locale} twice, in different words: in its definition and in the language.`,
    "Keep one of the two: remove it from the definition, or from the file of the language.",
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
