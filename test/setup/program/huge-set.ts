import { locales } from "../../../src/wire/locale.ts";

/** The maximum number of commands and options in a scope, in every language that the service supports. */
export const hugeSet: readonly object[] = Array.from({ length: 100 }, (_, command) => ({
  ...localized(`command-${command}`, `Does the thing ${command}`),
  options: Array.from({ length: 25 }, (__, option) => ({
    type: 3,
    ...localized(`option-${option}`, `Its option ${option}`),
  })),
}));

function localized(name: string, description: string) {
  const translated = (text: string) =>
    Object.fromEntries(locales.map((locale) => [locale, `${text}-${locale.toLowerCase()}`]));
  return {
    name,
    description,
    name_localizations: translated(name),
    description_localizations: translated(description),
  };
}
