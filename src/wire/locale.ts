/** The languages of the chat client (Discord documentation, Reference, "Locales"). */
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

/** A language code of the chat client. */
export type Locale = (typeof locales)[number];

/** A text per language. A missing or `null` entry falls back to the default text. */
export type Localizations = { readonly [L in Locale]?: string | null | undefined };
