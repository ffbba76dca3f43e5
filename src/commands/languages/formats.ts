import { oneOf, textOf, flag, optional, recordOf } from "../../core/check/readers.ts";
import type { Locale } from "../../wire/locale.ts";
import { type Language, invalidLanguage, readLocale, type Translation } from "./language.ts";
import { formatPo, parsePo } from "./po.ts";
import type { Text } from "./texts.ts";
import { formatXliff, parseXliff } from "./xliff.ts";
import { fields } from "../../core/check/fields.ts";
import { isClientError } from "../../core/errors.ts";

/** The format of a language file: `json` (specific to this library), `xliff` 1.2 (OASIS) or `po` (GNU gettext). @experimental */
export type LanguageFormat = "json" | "xliff" | "po";

const readFormat = oneOf<LanguageFormat>(["json", "xliff", "po"]);
const readContent = textOf();

interface FormatFunctions {
  readonly parse: (content: string) => Language;
  readonly format: (language: Language, texts: readonly Text[], source: Locale) => string;
}

const formats: Readonly<Record<LanguageFormat, FormatFunctions>> = {
  json: { parse: parseJson, format: formatJson },
  xliff: { parse: parseXliff, format: formatXliff },
  po: { parse: parsePo, format: formatPo },
};

/**
 * Parses a language file.
 *
 * @experimental
 * @throws ClientError `invalid_language` (ValidationError) for invalid content, with the line number if known; `invalid_argument`
 *   for an unknown format.
 */
export function parseLanguage(content: string, format: LanguageFormat): Language {
  const { parse } = formats[readFormat(format, "format")];
  // Some translation editors write a byte order mark.
  return parse(readContent(content, "content").replace(/^\uFEFF/, ""));
}

/**
 * Formats a language file.
 *
 * @experimental
 * @param texts - the result of {@link textsOf}, which provides each translation's context. `xliff` and `po` files contain only
 *   these strings.
 * @param source - the language of the definitions, which is written to XLIFF files. Default `en-US`.
 * @throws ClientError `invalid_language` (ValidationError) if the format cannot represent a string.
 */
export function formatLanguage(
  language: Language,
  format: LanguageFormat,
  texts: readonly Text[],
  source: Locale = "en-US",
): string {
  return formats[readFormat(format, "format")].format(language, texts, source);
}

interface Entry {
  readonly source: string;
  readonly text: string;
  readonly stale?: boolean | undefined;
  readonly context?: string | undefined;
}

const code = "invalid_language";
const anyText = textOf({ least: 0, code });

const readFile = fields<{ locale: string; texts: Readonly<Record<string, Entry>> }>(
  {
    locale: textOf({ code }),
    texts: recordOf(
      fields<Entry>(
        { source: anyText, text: anyText, stale: optional(flag), context: optional(anyText) },
        code,
      ),
    ),
  },
  code,
);

/** Rejects unknown fields, because the next extraction would drop them. */
export function parseJson(content: string): Language {
  const { locale, texts } = readFile(parsed(content), "file");
  return {
    locale: readLocale(locale),
    texts: new Map(
      Object.entries(texts).map(([key, { source, text, stale = false }]) => [key, { source, text, stale }]),
    ),
  };
}

function parsed(content: string): unknown {
  try {
    const value: unknown = JSON.parse(content);
    refuseDoubleNames(content);
    return value;
  } catch (error) {
    if (isClientError(error)) throw error;
    throw invalidLanguage(
      `The file is not valid JSON: ${(error as Error).message}.`,
      "Fix the syntax, or restore the file from version control.",
    );
  }
}

/** For duplicate keys, `JSON.parse` silently keeps only the last value, so a bad merge could lose a translation. */
function refuseDoubleNames(content: string): void {
  const open: Set<string>[] = [];
  for (const [token, text, colon] of content.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}]/gs)) {
    if (token === "{") open.push(new Set());
    else if (token === "}") open.pop();
    if (text === undefined || colon === undefined) continue;
    const name = JSON.parse(text) as string;
    if (open.at(-1)?.has(name)) {
      throw invalidLanguage(`The file contains ${JSON.stringify(name)} twice.`, "Keep one of the two.");
    }
    open.at(-1)?.add(name);
  }
}

export function formatJson({ locale, texts }: Language, known: readonly Text[]): string {
  const contexts = new Map(known.map(({ key, context }) => [key, context]));
  const entries = [...texts].map(([key, translation]) => [key, entryOf(translation, contexts.get(key))]);
  return `${JSON.stringify({ locale, texts: Object.fromEntries(entries) }, null, 2)}\n`;
}

function entryOf({ source, text, stale }: Translation, context: string | undefined): Entry {
  return { ...(context !== undefined && { context }), source, text, ...(stale && { stale }) };
}
