/** The languages that Discord's client supports (Discord documentation, Reference, "Locales"). @stable */
export const locales = [
  "id",
  "da",
  "de",
  "en-GB",
  "en-US",
  "es-ES",
  "es-419",
  "fr",
  "hr",
  "it",
  "lt",
  "hu",
  "nl",
  "no",
  "pl",
  "pt-BR",
  "ro",
  "fi",
  "sv-SE",
  "vi",
  "tr",
  "cs",
  "el",
  "bg",
  "ru",
  "uk",
  "hi",
  "th",
  "zh-CN",
  "ja",
  "zh-TW",
  "ko",
] as const;

/** The code of a language that Discord's client supports. @stable */
export type Locale = (typeof locales)[number];

/** Translations of a string, by locale. A missing or `null` entry falls back to the default string. @stable */
export type Localizations = { readonly [L in Locale]?: string | null | undefined };
