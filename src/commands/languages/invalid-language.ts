import { type ClientError, validationError, cut } from "../../core/errors.ts";
import { type Locale, locales } from "../../wire/locale.ts";

export function invalidLanguage(problem: string, hint: string): ClientError {
  return validationError("invalid_language", problem, hint);
}

export const asWritten =
  "Pass a file that formatLanguage or 'slashpass commands languages extract' wrote, with translations.";

/** Some tools write `pt_BR`. */
export function readLocale(named: string): Locale {
  const wanted = named.replaceAll("_", "-").toLowerCase();
  const found = locales.find((one) => one.toLowerCase() === wanted);
  if (found) return found;
  const [like] = locales.filter((one) => one.split("-")[0] === wanted.split("-")[0]);
  throw invalidLanguage(
    `The language ${JSON.stringify(cut(named, 40))} is not a locale of the service.`,
    like === undefined ? `Use one of: ${locales.join(", ")}.` : `Did you mean ${like}?`,
  );
}
