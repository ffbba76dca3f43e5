import { isObject } from "../../core/check/readers.ts";
import { locales } from "../../wire/locale.ts";
import type { Visit } from "./visit.ts";

const listed: ReadonlySet<string> = new Set(locales);
const unlisted: ReadonlySet<string> = new Set(["ar", "he"]);

/** Checks the keys of a dictionary, and each text with `checkText`. Absent and null are fine. */
export function checkLocalizations(
  visit: Visit,
  field: string,
  dictionary: unknown,
  checkText: (locale: string, text: string) => void,
): void {
  if (dictionary === undefined || dictionary === null) return;
  if (!isObject(dictionary)) {
    visit.reportType(field, dictionary, "a dictionary of locales");
    return;
  }
  visit.enter(field);
  for (const locale of Object.keys(dictionary)) {
    if (!listed.has(locale)) {
      if (!visit.takePart()) break;
      checkUnlisted(visit, locale);
    }
    const text = dictionary[locale];
    if (typeof text === "string") checkText(locale, text);
    else if (!visit.isAbsent(text)) visit.reportType(locale, text, "a string");
  }
  visit.leave();
}

function checkUnlisted(visit: Visit, locale: string): void {
  if (unlisted.has(locale)) {
    visit.report("locale-unlisted", locale, {
      value: locale,
      message: "is in the service's schema, but not in its list of locales.",
      fix: "The service may refuse it: use a listed locale to be sure.",
    });
    return;
  }
  const wanted = locale.replace("_", "-").toLowerCase();
  const meant = locales.find(
    (one) => one.toLowerCase() === wanted || one.toLowerCase().startsWith(`${wanted}-`),
  );
  visit.report("locale-key", locale, {
    value: locale,
    message: "is not a locale of the service.",
    fix: meant ? `Did you mean ${meant}?` : `Use one of: ${locales.join(", ")}.`,
  });
}
