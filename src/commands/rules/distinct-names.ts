import { isObject } from "../../core/check/readers.ts";
import type { PathKey } from "../../core/request/path.ts";
import type { Fields, Visit } from "./visit.ts";

/** An option's name in one language. */
interface Named {
  readonly keys: readonly PathKey[];
  /** The default name. */
  readonly name: string;
  readonly locale: string | undefined;
  readonly text: string;
}

// Hostile input comes to an end here; the size limit leaves room for far fewer.
const mostOptions = 10_000;
const mostNames = 10_000;

/** Checks that localized option names cannot be confused (Application Commands Interface, "Localization", rule 3). */
export function checkDistinctNames(visit: Visit, command: Fields): void {
  if (!visit.hasLocalizedOption) return;
  const all: Named[] = [];
  visit.guard(() => collect(command["options"], ["options"], 0, all));
  for (const group of groupByText(all).values()) {
    for (const [index, one] of group.entries()) {
      if (one.locale !== undefined) checkOne(visit, one, index, group);
    }
  }
}

function collect(options: unknown, keys: readonly PathKey[], depth: number, all: Named[]): void {
  if (!Array.isArray(options) || depth > 2) return;
  for (let index = 0; index < Math.min(options.length, mostOptions) && all.length < mostNames; index++) {
    const option: unknown = options[index];
    if (!isObject(option)) continue;
    const { name, name_localizations: localizations, options: below } = option as Record<string, unknown>;
    const here = [...keys, index];
    if (typeof name === "string") {
      all.push({ keys: [...here, "name"], name, locale: undefined, text: name });
      if (isObject(localizations)) collectTexts(localizations, here, name, all);
    }
    if (below !== undefined) collect(below, [...here, "options"], depth + 1, all);
  }
}

function collectTexts(localizations: Fields, keys: readonly PathKey[], name: string, all: Named[]): void {
  for (const locale of Object.keys(localizations).slice(0, 50)) {
    const text = localizations[locale];
    // A text equal to the default is ignored by the service.
    if (typeof text !== "string" || text === name) continue;
    all.push({ keys: [...keys, "name_localizations", locale], name, locale, text });
  }
}

function groupByText(all: readonly Named[]): Map<string, Named[]> {
  const groups = new Map<string, Named[]>();
  for (const one of all) {
    const group = groups.get(one.text);
    if (group) group.push(one);
    else groups.set(one.text, [one]);
  }
  return groups;
}

/**
 * One finding per localized name, about the first other name it meets. Options of one default name may share a localized one too.
 * Of two localized names the later one is reported.
 */
function checkOne(visit: Visit, one: Named, index: number, sameText: readonly Named[]): void {
  // More than these share a text only in hostile input.
  const rival = sameText
    .slice(0, 100)
    .find(
      (other, at) =>
        other.name !== one.name &&
        (other.locale === undefined || (other.locale === one.locale && at < index)),
    );
  if (!rival) return;
  for (const key of one.keys) visit.enter(key);
  visit.report("localized-name-distinct", undefined, {
    value: one.text,
    message: `is also the ${rival.locale === undefined ? "" : "localized "}name of the option "${rival.name.slice(0, 32)}".`,
    fix: "Choose another word for one of the two.",
  });
  for (const _ of one.keys) visit.leave();
}
