import type { PathKey } from "../../core/request/path.ts";
import type { RuleId } from "./grades.ts";
import type { Visit, Fields } from "./visit.ts";
import { isObject } from "../../core/check/readers.ts";
import { locales } from "../../wire/locale.ts";
import { limits } from "../../wire/limits.ts";
import { cut } from "../../core/errors.ts";

// Longer strings exceed every limit anyway.
const countedUnits = 20_000;

export function countCodePoints(text: string): number {
  return Array.from(text.slice(0, countedUnits)).length;
}

/** Whitespace and invisible characters, including the Hangul fillers and the blank Braille pattern. */
const blank = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]+$/u;

export function checkLength(visit: Visit, rule: RuleId, below: PathKey, text: string, most: number): void {
  visit.units += text.length;
  if (blank.test(text)) visit.report("text-blank", below, text);
  if (text.length >= 1 && text.length <= most) return;
  const length = countCodePoints(text);
  if (length >= 1 && length <= most) return;
  const orMore = length >= countedUnits ? " or more" : "";
  const message = length === 0 ? "is empty." : `has ${length}${orMore} characters.`;
  visit.report(rule, below, text, [message, `Write 1 to ${most} characters.`]);
}

const listed: ReadonlySet<string> = new Set(locales);
const unlisted: ReadonlySet<string> = new Set(["ar", "he"]);

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
  visit.inside(field, () => {
    for (const locale of Object.keys(dictionary)) {
      if (!listed.has(locale)) {
        if (!visit.takePart()) break;
        checkUnlisted(visit, locale);
      }
      const text = dictionary[locale];
      if (typeof text === "string") checkText(locale, text);
      else if (!visit.isAbsent(text)) visit.reportType(locale, text, "a string");
    }
  });
}

function checkUnlisted(visit: Visit, locale: string): void {
  if (unlisted.has(locale)) return visit.report("locale-unlisted", locale, locale);
  const wanted = locale.replace("_", "-").toLowerCase();
  const meant = locales.find(
    (one) => one.toLowerCase() === wanted || one.toLowerCase().startsWith(`${wanted}-`),
  );
  const fix = meant ? `Did you mean ${meant}?` : `Use one of: ${locales.join(", ")}.`;
  visit.report("locale-key", locale, locale, ["is not a supported locale.", fix]);
}

/** Slash commands and options have strict names; context menu and entry point commands may use any characters. */
type NameKind = "strict" | "free";

const plain = /^[-_a-z0-9]{1,32}$/;
const allowed = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]*$/u;
const forbidden = /[^-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]/u;
const forbiddenEverywhere = new RegExp(forbidden.source, "gu");

export function checkNames(visit: Visit, fields: Fields, kind: NameKind): string | undefined {
  const { name, name_localizations: localizations } = fields;
  if (typeof name === "string") checkName(visit, "name", name, kind);
  else reportMissingName(visit, name);
  checkLocalizations(visit, "name_localizations", localizations, (locale, text) =>
    checkName(visit, locale, text, kind),
  );
  return typeof name === "string" ? name : undefined;
}

export function reportMissingName(visit: Visit, name: unknown): void {
  if (name !== undefined && name !== null) visit.reportType("name", name, "a string");
  else visit.report("name-required", "name", name);
}

function checkName(visit: Visit, below: PathKey, name: string, kind: NameKind): void {
  visit.units += name.length;
  if (plain.test(name)) return;
  checkLength(visit, "name-length", below, name, limits.nameLength);
  // Longer names are rejected anyway, and malicious ones could be slow to check.
  if (kind === "strict" && name.length <= 1000) checkCharacters(visit, below, name);
}

function checkCharacters(visit: Visit, below: PathKey, name: string): void {
  if (!allowed.test(name)) {
    const [character = ""] = forbidden.exec(name) ?? [];
    const composed = name.normalize("NFC");
    visit.report("name-characters", below, name, [
      `contains the character ${describe(character)}, which is not allowed.`,
      allowed.test(composed)
        ? `Write it in composed form (NFC): ${JSON.stringify(composed)}.`
        : `Use letters, digits, - and _ only; no spaces.${suggestion(name)}`,
    ]);
  }
  if (name.includes("'")) {
    visit.report("name-apostrophe", below, name, [
      "contains the apostrophe ' (U+0027), which the service rejects.",
      `Use ʼ (U+02BC): ${JSON.stringify(name.replaceAll("'", "ʼ"))}.`,
    ]);
  }
  const lower = name.toLowerCase();
  if (name !== lower) {
    // If lowercasing alone does not make the name valid, another finding suggests a valid name.
    const fix = allowed.test(lower) ? `Write ${JSON.stringify(lower)}.` : "Use lower case.";
    visit.report("name-lowercase", below, name, ["contains capital letters.", fix]);
  }
}

function suggestion(name: string): string {
  const words = name.normalize("NFC").toLowerCase().trim().split(/\s+/);
  const similar = words.join("-").replaceAll(forbiddenEverywhere, "");
  return /[\p{L}\p{N}]/u.test(similar) && countCodePoints(similar) <= limits.nameLength
    ? ` For example: ${JSON.stringify(similar)}.`
    : "";
}

function describe(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return /^[\p{P}\p{S} ]$/u.test(character) ? `"${character}" (U+${code})` : `U+${code}`;
}

export function checkDescriptions(visit: Visit, fields: Fields, isRequired: boolean): void {
  const { description, description_localizations: localizations } = fields;
  if (typeof description === "string") {
    if (description !== "" || isRequired) {
      checkLength(visit, "description-length", "description", description, limits.textLength);
    }
  } else if (!visit.isAbsent(description)) {
    visit.reportType("description", description, "a string");
  } else if (isRequired) {
    const fix = `Describe it in 1 to ${limits.textLength} characters.`;
    visit.report("description-required", "description", description, ["is missing.", fix]);
  }
  checkLocalizations(visit, "description_localizations", localizations, (locale, text) =>
    checkLength(visit, "description-length", locale, text, limits.textLength),
  );
}

/** The full path is built only for findings, because there may be thousands of names. */
interface Named {
  readonly option: readonly PathKey[];
  readonly name: string;
  readonly locale: string | undefined;
  readonly text: string;
}

// Bounds the work for malicious input. The size limit allows far fewer options.
const maxOptions = 10_000;

const maxNames = 10_000;

/** See Application Commands Interface, "Localization", rule 3. */
export function checkDistinctNames(visit: Visit, command: Fields): void {
  if (!visit.hasLocalizedOption) return;
  const all: Named[] = [];
  visit.guard(() => collect(command["options"], ["options"], 0, all));
  const groups = new Map<string, Named[]>();
  for (const one of all) {
    const group = groups.get(one.text);
    if (group) group.push(one);
    else groups.set(one.text, [one]);
  }
  for (const group of groups.values()) {
    for (const [index, one] of group.entries()) {
      if (one.locale !== undefined) checkOne(visit, one, one.locale, index, group);
    }
  }
}

function collect(options: unknown, keys: readonly PathKey[], depth: number, all: Named[]): void {
  if (!Array.isArray(options) || depth > 2) return;
  for (let index = 0; index < Math.min(options.length, maxOptions) && all.length < maxNames; index++) {
    const option: unknown = options[index];
    if (!isObject(option)) continue;
    const { name, name_localizations: localizations, options: below } = option;
    const here = [...keys, index];
    if (typeof name === "string") {
      all.push({ option: here, name, locale: undefined, text: name });
      if (isObject(localizations)) collectTexts(localizations, here, name, all);
    }
    if (below !== undefined) collect(below, [...here, "options"], depth + 1, all);
  }
}

function collectTexts(localizations: Fields, option: readonly PathKey[], name: string, all: Named[]): void {
  for (const locale of Object.keys(localizations).slice(0, 50)) {
    const text = localizations[locale];
    // The service ignores translations that equal the default name.
    if (typeof text !== "string" || text === name) continue;
    all.push({ option, name, locale, text });
  }
}

/**
 * Reports a localized name that equals another option's default name, or an earlier localized name in the same language. Options
 * with the same default name are exempt.
 */
function checkOne(visit: Visit, one: Named, locale: string, index: number, sameText: readonly Named[]): void {
  const rival = sameText
    .slice(0, 100)
    .find(
      (other, at) =>
        other.name !== one.name && (other.locale === undefined || (other.locale === locale && at < index)),
    );
  if (!rival) return;
  const kind = rival.locale === undefined ? "name" : "localized name";
  visit.inside([...one.option, "name_localizations", locale], () =>
    visit.report("localized-name-distinct", undefined, one.text, [
      `is also the ${kind} of the option "${cut(rival.name, 32)}".`,
      "Use a different name for one of them.",
    ]),
  );
}
