import type { Visit } from "./visit.ts";

/** Looks at each entry of a list field; returns false when the field is no list. */
export function checkList(
  visit: Visit,
  field: string,
  list: unknown,
  checkEntry: (index: number, entry: unknown) => void,
  unique: "list-unique" | "file-types-unique" = "list-unique",
): list is readonly unknown[] {
  if (!Array.isArray(list)) {
    visit.reportType(field, list, "a list");
    return false;
  }
  visit.enter(field);
  const seen = new Set<unknown>();
  for (let index = 0; index < list.length && visit.takePart(); index++) {
    const entry: unknown = list[index];
    checkEntry(index, entry);
    if (seen.has(entry)) {
      visit.report(unique, index, { value: entry, message: "is in the list already.", fix: "Remove it." });
    }
    seen.add(entry);
  }
  visit.leave();
  return true;
}

/** As {@link checkList}, for a field that is absent, null, or has at least one entry. */
export function checkFilledList(
  visit: Visit,
  field: string,
  list: unknown,
  checkEntry: (index: number, entry: unknown) => void,
): void {
  if (list === undefined || list === null) return;
  if (!checkList(visit, field, list, checkEntry) || list.length > 0) return;
  visit.report("list-empty", field, {
    value: list,
    message: "is an empty list.",
    fix: "Leave the field out for the default.",
  });
}
