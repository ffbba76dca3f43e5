import { checkLocalizations } from "./localizations.ts";
import { checkLength } from "./text.ts";
import type { Fields, Visit } from "./visit.ts";
import { limits } from "../../wire/limits.ts";

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
