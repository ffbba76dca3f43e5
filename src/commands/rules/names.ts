import type { PathKey } from "../../core/request/path.ts";
import { checkLocalizations } from "./localizations.ts";
import { checkLength } from "./text.ts";
import type { Fields, Visit } from "./visit.ts";
import { limits } from "../../wire/limits.ts";

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
