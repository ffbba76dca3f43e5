import { asWritten, invalidLanguage, readLocale, type Language, type Translation } from "./language.ts";
import type { Text } from "./texts.ts";

/** See the GNU gettext manual, "The Format of PO Files". */
export function formatPo({ locale, texts }: Language, known: readonly Text[]): string {
  const header = [
    // `msgfmt -c` expects the first four headers. The date is left empty so that identical translations produce identical files;
    // editors fill it in.
    "Project-Id-Version: commands",
    "PO-Revision-Date: ",
    "Last-Translator: Automatically generated",
    "Language-Team: none",
    `Language: ${locale.replace("-", "_")}`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=UTF-8",
    "Content-Transfer-Encoding: 8bit",
  ];
  const head = ['msgid ""', 'msgstr ""', ...header.map((line) => quoted(`${line}\n`))].join("\n");
  const entries = known.map((text) => entryText(text, texts.get(text.key)));
  return `${[head, ...entries].join("\n\n")}\n`;
}

function entryText({ key, source, context }: Text, translation: Translation | undefined): string {
  return [
    ...context.split(/[\r\n]+/).map((line) => `#. ${line}`),
    ...(translation?.stale ? ["#, fuzzy"] : []),
    `msgctxt ${quoted(key)}`,
    `msgid ${quoted(source)}`,
    `msgstr ${quoted(translation?.text ?? "")}`,
  ].join("\n");
}

function quoted(text: string): string {
  return `"${text.replaceAll(/[\\"\n\r\t]/g, (character) => escapes[character] ?? character)}"`;
}

const escapes: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  '"': '\\"',
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

const unescapes = new Map(Object.entries(escapes).map(([character, written]) => [written, character]));

type Field = "msgctxt" | "msgid" | "msgstr";

interface Entry extends Partial<Record<Field, string>> {
  isFuzzy?: boolean;
  line?: number;
}

/** Ignores obsolete entries and comments. */
export function parsePo(content: string): Language {
  const [head, ...entries] = readEntries(content);
  if (!head || head.msgid !== "" || head.msgctxt !== undefined) {
    throw invalidLanguage("The file has no header that specifies its language.", asWritten);
  }
  const texts = new Map<string, Translation>();
  for (const entry of entries) {
    const { msgctxt: key, msgid: source, msgstr: text, isFuzzy: stale = false } = entry;
    if (key === undefined) throw wrong(entry.line, "has a message without a key (msgctxt)");
    if (source === undefined || text === undefined) throw wrong(entry.line, "has an incomplete message");
    if (texts.has(key)) throw wrong(entry.line, "has a duplicate msgctxt");
    texts.set(key, { source, text, stale });
  }
  return { locale: readLocale(languageOf(head.msgstr ?? "")), texts };
}

function wrong(line: number | undefined, problem: string) {
  return invalidLanguage(`Line ${line} ${problem}.`, asWritten);
}

function languageOf(header: string): string {
  const { language, charset = "utf-8" } = {
    language: /^Language:[ \t]*(\S+)[ \t]*$/m.exec(header)?.[1],
    charset: /^Content-Type:.*charset=(\S+)/im.exec(header)?.[1],
  };
  if (charset.toLowerCase() !== "utf-8") {
    throw invalidLanguage(
      `The file's encoding is ${charset.slice(0, 40)}.`,
      "Save it as UTF-8, and declare the encoding in its header.",
    );
  }
  if (language === undefined)
    throw invalidLanguage("The file's header does not specify a language.", "Add: Language: de");
  return language;
}

function readEntries(content: string): Entry[] {
  const entries: Entry[] = [];
  let entry: Entry = {};
  let field: Field | undefined;
  const finish = (): void => {
    if (entry.line !== undefined) entries.push(entry);
    [entry, field] = [{}, undefined];
  };
  for (const [index, raw] of content.split(/\r\n|\n|\r/).entries()) {
    const line = raw.trim();
    const at = index + 1;
    if (line === "" || line.startsWith("#")) {
      if (entry.line !== undefined) finish();
      if (/^#,.*\bfuzzy\b/.test(line)) entry.isFuzzy = true;
      if (line.startsWith("#~")) entry = {};
      continue;
    }
    const [, keyword, literal] = /^(?:(msgctxt|msgid|msgstr)\s+)?"(.*)"$/s.exec(line) ?? [];
    if (literal === undefined || !isLiteral(literal)) throw wrong(at, unreadable(line));
    if (keyword !== undefined) {
      if (entry.msgstr !== undefined) finish();
      field = keyword as Field;
      if (entry[field] !== undefined) throw wrong(at, `has a second ${field}`);
      entry.line ??= at;
    }
    if (field === undefined) throw wrong(at, "has a string outside an entry");
    entry[field] = (entry[field] ?? "") + unquoted(literal, at);
  }
  finish();
  return entries;
}

function isLiteral(text: string): boolean {
  return !/["\\]/.test(text.replaceAll(/\\./gs, ""));
}

function unreadable(line: string): string {
  return /^msg(?:id_plural|str\[)/.test(line)
    ? "has a plural form, which commands do not support"
    : "is not valid in a PO file";
}

function unquoted(literal: string, line: number): string {
  return literal.replaceAll(/\\./gs, (written) => {
    const character = unescapes.get(written);
    if (character === undefined) throw wrong(line, `has the invalid escape ${written}`);
    return character;
  });
}
