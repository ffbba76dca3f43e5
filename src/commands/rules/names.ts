import type { PathKey } from "../../core/request/field-errors.ts";
import type { RuleId } from "./grades.ts";
import type { Visit, Fields } from "./visit.ts";
import { isObject } from "../../core/check/readers.ts";
import { locales } from "../../wire/locale.ts";
import { limits } from "../../wire/limits.ts";

// Texts far beyond every limit are not counted to their end.
const countedUnits = 20_000;

/** The number of code points, which is what the service counts. */
export function countCodePoints(text: string): number {
  let count = Math.min(text.length, countedUnits);
  for (let index = Math.min(text.length, countedUnits) - 1; index > 0; index--) {
    if (isLowSurrogate(text.charCodeAt(index)) && isHighSurrogate(text.charCodeAt(index - 1))) {
      count--;
      index--;
    }
  }
  return count;
}

/** Reports a text that is not of 1 to `most` characters. */
export function checkLength(visit: Visit, rule: RuleId, below: PathKey, text: string, most: number): void {
  if (text.length >= 1 && text.length <= most) return;
  const length = countCodePoints(text);
  if (length >= 1 && length <= most) return;
  visit.report(rule, below, {
    value: text,
    message:
      length === 0 ? "is empty." : `has ${length}${length >= countedUnits ? " or more" : ""} characters.`,
    fix: `Write 1 to ${most} characters.`,
  });
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

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

/** Slash commands and options have strict names; context menu and entry point commands have free ones. */
export type NameKind = "strict" | "free";

const plain = /^[-_a-z0-9]{1,32}$/;
const allowed = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]*$/u;
const forbidden = /[^-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]/u;

/** Checks `name` and `name_localizations`; returns the name where it is a string. */
export function checkNames(visit: Visit, fields: Fields, kind: NameKind): string | undefined {
  const { name, name_localizations: localizations } = fields as Record<string, unknown>;
  if (typeof name === "string") checkName(visit, "name", name, kind);
  else reportMissingName(visit, name);
  if (localizations !== undefined) {
    checkLocalizations(visit, "name_localizations", localizations, (locale, text) =>
      checkName(visit, locale, text, kind),
    );
  }
  return typeof name === "string" ? name : undefined;
}

/** Reports a name that is absent, or no string. */
export function reportMissingName(visit: Visit, name: unknown): void {
  if (name !== undefined && name !== null) {
    visit.reportType("name", name, "a string");
    return;
  }
  visit.report("name-required", "name", { value: name, message: "is missing.", fix: "Give it a name." });
}

function checkName(visit: Visit, below: PathKey, name: string, kind: NameKind): void {
  if (plain.test(name)) return;
  checkLength(visit, "name-length", below, name, limits.nameLength);
  // Longer names are refused anyway, and hostile ones must not cost time.
  if (kind === "strict" && name.length <= 1000) checkCharacters(visit, below, name);
}

function checkCharacters(visit: Visit, below: PathKey, name: string): void {
  if (!allowed.test(name)) {
    const [character = ""] = forbidden.exec(name) ?? [];
    const composed = name.normalize("NFC");
    visit.report("name-characters", below, {
      value: name,
      message: `has the character ${describe(character)}, which is not allowed.`,
      fix: allowed.test(composed)
        ? `Write it in composed form (NFC): ${JSON.stringify(composed)}.`
        : "Use letters, digits, - and _ only; no spaces.",
    });
  }
  if (name.includes("'")) {
    visit.report("name-apostrophe", below, {
      value: name,
      message: "has the apostrophe ' (U+0027), which the service refuses.",
      fix: `Use ʼ (U+02BC): ${JSON.stringify(name.replaceAll("'", "ʼ"))}.`,
    });
  }
  const lower = name.toLowerCase();
  if (name !== lower) {
    visit.report("name-lowercase", below, {
      value: name,
      message: "has capital letters.",
      fix: `Write ${JSON.stringify(lower)}.`,
    });
  }
}

function describe(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return /^[\p{P}\p{S} ]$/u.test(character) ? `"${character}" (U+${code})` : `U+${code}`;
}

/** Checks `description` and `description_localizations`. */
export function checkDescriptions(visit: Visit, fields: Fields, isRequired: boolean): void {
  const { description, description_localizations: localizations } = fields as Record<string, unknown>;
  if (typeof description === "string") {
    if (description !== "" || isRequired) {
      checkLength(visit, "description-length", "description", description, limits.textLength);
    }
  } else if (!visit.isAbsent(description)) {
    visit.reportType("description", description, "a string");
  } else if (isRequired) {
    visit.report("description-required", "description", {
      value: description,
      message: "is missing.",
      fix: `Say in 1 to ${limits.textLength} characters what it does.`,
    });
  }
  if (localizations !== undefined) {
    checkLocalizations(visit, "description_localizations", localizations, (locale, text) =>
      checkLength(visit, "description-length", locale, text, limits.textLength),
    );
  }
}
