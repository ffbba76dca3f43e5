import type { PageLanguage } from "./page-language.ts";
import { englishTexts, type PageKind, type PageText, type PageTexts, textOf } from "./page-texts-english.ts";
import translations from "./page-texts.json" with { type: "json" };

/** A test checks that the lists are pairs. */
type Translation = {
  readonly [Name in keyof PageTexts]: PageTexts[Name] extends string ? string : readonly string[];
};

const translated: Readonly<Record<Exclude<PageLanguage, "en-US" | "en-GB">, Translation>> = translations;

const pageTexts = {
  ...translated,
  "en-US": englishTexts,
  "en-GB": englishTexts,
} as Readonly<Record<PageLanguage, PageTexts>>;

export function pageText(language: PageLanguage, kind: PageKind, game?: string): PageText {
  return textOf(pageTexts[language], kind, game);
}
