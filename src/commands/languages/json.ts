import { fields } from "../../core/check/fields.ts";
import { flag, optional, recordOf, textOf } from "../../core/check/readers.ts";
import { isClientError } from "../../core/errors.ts";
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

/** Unknown fields are rejected because the next extract would drop them. */
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
      `The file is not JSON: ${(error as Error).message}.`,
      "Correct it there, or restore it from version control.",
    );
  }
}

/** `JSON.parse` silently keeps only the last of duplicate keys, so a bad merge would lose a translation. */
function refuseDoubleNames(content: string): void {
  const open: Set<string>[] = [];
  for (const [token, text, colon] of content.matchAll(/("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}]/gs)) {
    if (token === "{") open.push(new Set());
    else if (token === "}") open.pop();
    if (text === undefined || colon === undefined) continue;
    const name = JSON.parse(text) as string;
    if (open.at(-1)?.has(name)) {
      throw invalidLanguage(`The file has ${JSON.stringify(name)} twice.`, "Keep one of the two.");
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
