import { fields } from "../../core/check/fields.ts";
import { flag, optional, recordOf, textOf } from "../../core/check/readers.ts";
import { invalidLanguage, readLocale } from "./invalid-language.ts";
import type { Language, Translation } from "./language.ts";
import type { Text } from "./texts.ts";

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

/** The language in our own JSON. Unknown fields are refused: the next extract would lose them. */
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
    return JSON.parse(content);
  } catch (error) {
    throw invalidLanguage(
      `The file is not JSON: ${(error as Error).message}.`,
      "Correct it there, or take it back from version control.",
    );
  }
}

/** The same for a file, each text with its context. */
export function formatJson({ locale, texts }: Language, known: readonly Text[]): string {
  const contexts = new Map(known.map(({ key, context }) => [key, context]));
  const entries = [...texts].map(([key, translation]) => [key, entryOf(translation, contexts.get(key))]);
  return `${JSON.stringify({ locale, texts: Object.fromEntries(entries) }, null, 2)}\n`;
}

function entryOf({ source, text, stale }: Translation, context: string | undefined): Entry {
  return { ...(context !== undefined && { context }), source, text, ...(stale && { stale }) };
}
