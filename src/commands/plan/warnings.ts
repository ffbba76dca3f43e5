import { CommandType } from "../../wire/command.ts";
import type { Finding } from "../rules/visit.ts";
import type { Outline, PlanWarning } from "./plan-types.ts";

/** What is known beside the outline of a plan. */
export interface WarningContext {
  readonly scope: "global" | "guild";
  readonly createsLeft: number;
  /** The names that are global ones too. */
  readonly doubled: readonly string[];
  /** What the rules warn of. */
  readonly findings: readonly Finding[];
  /** What was read of the permissions that renames erase; undefined where nobody looked. */
  readonly erased?: readonly PlanWarning[] | undefined;
}

/** What may surprise: the rules' warnings, erased permissions, reloads, the entry point, the day's creates, doubles. */
export function warnAbout(
  { deletes, edits, unchanged, creates, kept }: Outline,
  { scope, createsLeft, doubled, findings, erased }: WarningContext,
): PlanWarning[] {
  const warnings: PlanWarning[] = findings.map(warningOf);
  const warn = (code: PlanWarning["code"], message: string): void => void warnings.push({ code, message });
  const everywhere = scope === "global" ? "in every guild" : "in the guild";
  for (const { name, renamedTo } of edits) {
    if (renamedTo === undefined || erased) continue;
    warn("permissions-erased", `Renaming "${name}" to "${renamedTo}" erases its permissions ${everywhere}.`);
  }
  warnings.push(...(erased ?? []));
  for (const { name, type } of deletes) {
    warn("permissions-erased", `Deleting "${name}" erases its permissions ${everywhere}.`);
    if (type === CommandType.PrimaryEntryPoint) {
      warn("entry-point-deleted", `Deleting "${name}" removes the Activity from the launcher.`);
    }
  }
  // Commands of a guild are there at once (Application Commands Interface, "Guild commands").
  if (edits.length > 0 && scope === "global") {
    const names = edits.map(({ name }) => `"${name}"`).join(", ");
    warn(
      "clients-reload",
      `Players' clients must reload these changed commands before they can be used again: ${names}.`,
    );
  }
  for (const { name, type } of kept) {
    if (type !== CommandType.PrimaryEntryPoint) continue;
    warn("entry-point-kept", `The entry point "${name}" is not among the desired commands and is kept.`);
  }
  if (deletes.length > 0 && edits.length + unchanged.length + creates.length === 0) {
    warn("scope-emptied", "The plan leaves no command in the scope.");
  }
  if (createsLeft < 0) {
    warn(
      "creates-short",
      `The plan creates ${-createsLeft} more than the service still allows today: it will refuse some.`,
    );
  }
  for (const name of doubled) {
    warn("doubles-global", `"${name}" is a global command too: members of the guild see both.`);
  }
  return warnings;
}

/** What a rule warns of, as plans and clients tell it. */
export function warningOf(finding: Finding): PlanWarning {
  const { path, value, message, fix, rule } = finding;
  return { code: "rule", message: `${path || "the whole"}: ${value} ${message} ${fix} [${rule}]`, finding };
}
