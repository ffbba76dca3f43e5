import { type Locale, locales } from "../../wire/locale.ts";

/** Not supported by Discord, but sent by browsers. */
const rightToLeft = ["ar", "he", "fa", "ur"] as const;

/** A page language: any of Discord's, or Arabic, Hebrew, Persian or Urdu. @stable */
export type PageLanguage = Locale | (typeof rightToLeft)[number];

export const pageLanguages: readonly PageLanguage[] = [...locales, ...rightToLeft];

export function directionOf(language: PageLanguage): "ltr" | "rtl" {
  return rightToLeft.some((other) => other === language) ? "rtl" : "ltr";
}

/** A header could list thousands of languages. */
const maxTags = 16;

/** Chooses the preferred language (RFC 9110 §12.5.4). Falls back to English. */
export function chooseLanguage(acceptLanguage = ""): PageLanguage {
  // Avoids an exception below, which takes 0.1 ms.
  if (acceptLanguage === "") return "en-US";
  const wanted = acceptLanguage.split(",", maxTags).map(parseRange);
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
  // Browsers do not send malformed weights, so these count as 0.
  return { tag, quality: /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0 };
}

/** For Chinese, the script determines the variant; for English and Spanish, the region does. */
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
      return pageLanguages.find((language) => language.split("-")[0] === locale?.language);
  }
}

function parseTag(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return undefined;
  }
}
