import { InstallationContext, InteractionContext } from "../../wire/command.ts";
import { checkFilledList } from "./lists.ts";
import type { ValidateOptions } from "./options-of-validation.ts";
import type { Fields, Visit } from "./visit.ts";

const contexts: readonly unknown[] = Object.values(InteractionContext);
const installations: readonly unknown[] = Object.values(InstallationContext);

/** Checks `contexts`, `integration_types` and `dm_permission`. */
export function checkContexts(visit: Visit, command: Fields, options: ValidateOptions): void {
  const { contexts: given, integration_types: types } = command as Record<string, unknown>;
  checkFilledList(visit, "contexts", given, (index, entry) => {
    if (!contexts.includes(entry)) reportEntry(visit, "contexts-value", index, entry, contexts);
  });
  checkTypes(visit, types, options.applicationInstalls);
  if (options.scope === "guild") checkGuildFields(visit, command);
  else checkPrivateChannel(visit, given, types);
}

function checkTypes(visit: Visit, types: unknown, supported: readonly unknown[] | undefined): void {
  // The document calls contexts nullable, and these not.
  if (types === null && !visit.isAbsent(types)) visit.reportType("integration_types", types, "a list");
  checkFilledList(visit, "integration_types", types, (index, entry) => {
    if (!installations.includes(entry))
      reportEntry(visit, "integration-types-value", index, entry, installations);
    else checkSupported(visit, index, entry, supported);
  });
}

function checkSupported(
  visit: Visit,
  index: number,
  entry: unknown,
  supported: readonly unknown[] | undefined,
): void {
  if (!supported || supported.includes(entry)) return;
  visit.report("integration-types-supported", index, {
    value: entry,
    message: "is not supported by the application.",
    fix: "Switch it on in the developer portal, under Installation, or remove it.",
  });
}

function checkGuildFields(visit: Visit, command: Fields): void {
  for (const field of ["contexts", "integration_types", "dm_permission"]) {
    const value = command[field];
    if (value === undefined || value === null) continue;
    visit.report("guild-scope-field", field, {
      value,
      message: "has no effect on a guild command.",
      fix: "Remove it, or register the command globally.",
    });
  }
}

function checkPrivateChannel(visit: Visit, given: unknown, types: unknown): void {
  if (!startHas(given, InteractionContext.PrivateChannel)) return;
  // Without integration_types the application's own contexts count, which are not known here.
  if (!Array.isArray(types) || startHas(types, InstallationContext.UserInstall)) return;
  visit.report("contexts-private-channel", "contexts", {
    value: given,
    message: "has PRIVATE_CHANNEL (2), and integration_types has no USER_INSTALL (1).",
    fix: "Add 1 to integration_types, or remove 2 here.",
  });
}

/** Whether one of the first entries is `value`; hostile lists have no end. */
function startHas(list: unknown, value: number): boolean {
  return Array.isArray(list) && contexts.some((_, index) => list[index] === value);
}

function reportEntry(
  visit: Visit,
  rule: "contexts-value" | "integration-types-value",
  index: number,
  value: unknown,
  allowed: readonly unknown[],
): void {
  visit.report(rule, index, { value, message: "is not known.", fix: `Use some of: ${allowed.join(", ")}.` });
}
