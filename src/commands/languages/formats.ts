import { oneOf, textOf } from "../../core/check/readers.ts";
import type { Locale } from "../../wire/locale.ts";
import type { Language } from "./language.ts";
import { formatJson, parseJson } from "./json.ts";
import { formatPo, parsePo } from "./po.ts";
import type { Text } from "./texts.ts";
import { formatXliff, parseXliff } from "./xliff.ts";

/** The format of a file with a language: `json`, our own; `xliff` 1.2 (OASIS) and `po` (GNU gettext), for translators' tools. */
export type LanguageFormat = "json" | "xliff" | "po";

const readFormat = oneOf<LanguageFormat>(["json", "xliff", "po"]);
const readContent = textOf();

const parsers: Readonly<Record<LanguageFormat, (content: string) => Language>> = {
  json: parseJson,
  xliff: parseXliff,
  po: parsePo,
};

/**
 * The language in the content of a file.
 *
 * @throws ClientError `invalid_language` (ValidationError) for content that is damaged, not of this format, or more than plain
 * texts; it says the line where there is one. `invalid_argument` for another format.
 */
export function parseLanguage(content: string, format: LanguageFormat): Language {
  const parse = parsers[readFormat(format, "format")];
  // Some editors of translators begin files with a byte order mark.
  return parse(readContent(content, "content").replace(/^\uFEFF/, ""));
}

/**
 * The content of a file with a language.
 *
 * @param texts - of the definitions: {@link textsOf}. They give each translation its context. `xliff` and `po` have no others.
 * @param source - the language of the definitions' own texts, which XLIFF names. Default `en-US`.
 * @throws ClientError `invalid_language` (ValidationError) for a text that the format cannot hold.
 */
export function formatLanguage(
  language: Language,
  format: LanguageFormat,
  texts: readonly Text[],
  source: Locale = "en-US",
): string {
  switch (readFormat(format, "format")) {
    case "json":
      return formatJson(language, texts);
    case "xliff":
      return formatXliff(language, texts, source);
    case "po":
      return formatPo(language, texts);
  }
}
