import { type Locale, locales } from "../../wire/locale.ts";

/** Written from right to left: languages that the chat client lacks, and browsers have. */
const rightToLeft = ["ar", "he", "fa", "ur"] as const;

/** A language of the page: those of the chat client, and Arabic, Hebrew, Persian and Urdu. */
export type PageLanguage = Locale | (typeof rightToLeft)[number];

/** The languages of the page. */
export const pageLanguages: readonly PageLanguage[] = [...locales, ...rightToLeft];

/** Which way a language is written, as HTML's `dir` says it. */
export function directionOf(language: PageLanguage): "ltr" | "rtl" {
  return rightToLeft.some((other) => other === language) ? "rtl" : "ltr";
}

/** No player reads more languages than this; a header may hold thousands. */
const mostTags = 16;

const byLanguage = new Map(pageLanguages.map((language) => [language.split("-")[0], language]));

/**
 * The language of the page for an `Accept-Language` header (RFC 9110 §12.5.4): the most wanted available language, in any
 * regional form, else English.
 */
export function chooseLanguage(acceptLanguage = ""): PageLanguage {
  // The error of an empty tag costs a tenth of a millisecond.
  if (acceptLanguage === "") return "en-US";
  const wanted = acceptLanguage.split(",", mostTags).map(parseRange);
  const byQuality = wanted.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality);
  for (const { tag } of byQuality) {
    const language = languageFor(tag);
    if (language) return language;
  }
  return "en-US";
}

function parseRange(range: string): { tag: string; quality: number } {
  const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
  const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2) ?? "1";
  // A malformed weight counts as 0: such a header was not written by a browser.
  return { tag, quality: /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0 };
}

/** The nearest language that we have: the script decides in Chinese, the region in English and Spanish. */
function languageFor(tag: string): PageLanguage | undefined {
  const locale = parseTag(tag);
  switch (locale?.language) {
    case "en":
      return locale.region === "GB" ? "en-GB" : "en-US";
    case "es":
      return locale.region === "ES" ? "es-ES" : "es-419";
    case "nb":
    case "nn":
      return "no";
    case "zh":
      return locale.script === "Hant" ? "zh-TW" : "zh-CN";
    default:
      return byLanguage.get(locale?.language);
  }
}

function parseTag(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return undefined;
  }
}
