import { oneOf, textOf } from "../../core/check/readers.ts";
import type { Locale } from "../../wire/locale.ts";
import type { Language } from "./language.ts";
import { formatJson, parseJson } from "./json.ts";
import { formatPo, parsePo } from "./po.ts";
import type { Text } from "./texts.ts";
import { formatXliff, parseXliff } from "./xliff.ts";

/** The format of a language file: `json` (specific to this library), `xliff` 1.2 (OASIS) or `po` (GNU gettext). */
export type LanguageFormat = "json" | "xliff" | "po";

const readFormat = oneOf<LanguageFormat>(["json", "xliff", "po"]);
const readContent = textOf();

const parsers: Readonly<Record<LanguageFormat, (content: string) => Language>> = {
  json: parseJson,
  xliff: parseXliff,
  po: parsePo,
};

/**
 * Parses a language file.
 *
 * @throws ClientError `invalid_language` (ValidationError), with the line number if known, for invalid content;
 *   `invalid_argument` for an unknown format.
 */
export function parseLanguage(content: string, format: LanguageFormat): Language {
  const parse = parsers[readFormat(format, "format")];
  // Some translation editors write a byte order mark.
  return parse(readContent(content, "content").replace(/^\uFEFF/, ""));
}

/**
 * Formats a language file.
 *
 * @param texts - from {@link textsOf}, for each translation's context. `xliff` and `po` contain only these texts.
 * @param source - the language of the definitions, which XLIFF names. Default `en-US`.
 * @throws ClientError `invalid_language` (ValidationError) if the format cannot represent a text.
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
