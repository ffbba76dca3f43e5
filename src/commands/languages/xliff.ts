import { parseXml, XmlElement, XmlText } from "@rgrove/parse-xml";
import type { Locale } from "../../wire/locale.ts";
import { asWritten, invalidLanguage, readLocale, type Language, type Translation } from "./language.ts";
import type { Text } from "./texts.ts";

/** More translation tools support XLIFF 1.2 than 2.0 (OASIS, XLIFF Version 1.2). */
export function formatXliff({ locale, texts }: Language, known: readonly Text[], source: Locale): string {
  const units = known.map((text) => unitText(text, texts.get(text.key)));
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file original="commands" datatype="plaintext" source-language="${source}" target-language="${locale}">
    <body>
${units.join("\n")}
    </body>
  </file>
</xliff>
`;
}

function unitText({ key, source, limit, context }: Text, translation: Translation | undefined): string {
  const { text = "", stale = false } = translation ?? {};
  const state = stale ? "needs-review-translation" : "translated";
  return [
    `      <trans-unit id="${escaped(key, key)}" maxwidth="${limit}" size-unit="char" xml:space="preserve">`,
    `        <source>${escaped(source, key)}</source>`,
    ...(text === "" ? [] : [`        <target state="${state}">${escaped(text, key)}</target>`]),
    `        <note from="developer">${escaped(context, key)}</note>`,
    "      </trans-unit>",
  ].join("\n");
}

/** Characters that XML cannot represent (XML 1.0, section 2.2). */
const unholdable = /[^\t\n\r\P{Cc}]|[\uFFFE\uFFFF\p{Surrogate}]/u;

function escaped(text: string, key: string): string {
  if (unholdable.test(text)) {
    throw invalidLanguage(
      `XLIFF cannot represent the text ${key}, because it contains a control character.`,
      "Remove the character from the definition, or use another format.",
    );
  }
  return text.replaceAll(/[&<>"\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function parseXliff(content: string): Language {
  const { name, attributes, children } = rootOf(content);
  if (name !== "xliff" || attributes["version"] !== "1.2") {
    throw invalidLanguage(
      "The file is not XLIFF 1.2.",
      "Export the file as XLIFF 1.2 from the translation tool.",
    );
  }
  const files = elements(children, "file");
  const named = new Set(files.map((file) => readLocale(file.attributes["target-language"] ?? "")));
  const [locale, other] = named;
  if (locale === undefined || other !== undefined) {
    throw invalidLanguage("All texts in the file must have the same target-language.", asWritten);
  }
  const texts = new Map<string, Translation>();
  for (const unit of files.flatMap(unitsIn)) {
    const { id } = unit.attributes;
    if (id === undefined)
      throw invalidLanguage("The file has a trans-unit without an id. The id is the text's key.", asWritten);
    if (texts.has(id))
      throw invalidLanguage(`The file contains the trans-unit ${JSON.stringify(id)} twice.`, asWritten);
    texts.set(id, translationOf(unit, id));
  }
  return { locale, texts };
}

function rootOf(content: string): XmlElement {
  try {
    return parseXml(content).root as XmlElement;
  } catch (error) {
    const [reason] = (error as Error).message.split("\n");
    throw invalidLanguage(`The file is not XML: ${reason}.`, asWritten);
  }
}

function elements(children: XmlElement["children"], name: string): XmlElement[] {
  return children.filter((one): one is XmlElement => one instanceof XmlElement && one.name === name);
}

/** Iterative, because tools may nest groups arbitrarily deep. */
function unitsIn(file: XmlElement): XmlElement[] {
  const units: XmlElement[] = [];
  const open = elements(file.children, "body");
  for (let next = open.pop(); next; next = open.pop()) {
    for (const child of next.children) {
      if (!(child instanceof XmlElement)) continue;
      if (child.name === "trans-unit") units.push(child);
      else if (child.name === "group") open.push(child);
    }
  }
  return units;
}

/** In these states, the target may be a copy of the source text (XLIFF 1.2, "state"). */
const isOpen = (state: string | undefined): boolean => state === "new" || state === "needs-translation";

function translationOf({ children }: XmlElement, id: string): Translation {
  const [source] = elements(children, "source");
  const [target] = elements(children, "target");
  if (!source) throw invalidLanguage(`The trans-unit ${JSON.stringify(id)} has no source.`, asWritten);
  const state = target?.attributes["state"];
  const isTranslated = target && !isOpen(state);
  return {
    source: plainText(source, id),
    text: isTranslated ? plainText(target, id) : "",
    stale: isTranslated === true && state !== undefined && state.startsWith("needs-"),
  };
}

function plainText({ name, children }: XmlElement, id: string): string {
  return children
    .map((child) => {
      if (child instanceof XmlText) return child.text;
      if (!(child instanceof XmlElement)) return "";
      throw invalidLanguage(
        `The ${name} of the trans-unit ${JSON.stringify(id)} contains the element ${child.name}.`,
        "Commands support only plain text. Remove the markup.",
      );
    })
    .join("");
}
