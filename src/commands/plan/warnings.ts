import { CommandType } from "../../wire/command.ts";
import type { Outline, PlanWarning } from "./plan-types.ts";

/** What may surprise: erased permissions, reloads, the entry point, the day's creates, doubles. */
export function warnAbout(
  { deletes, edits, unchanged, creates, kept }: Outline,
  createsLeft: number,
  doubled: readonly string[],
): PlanWarning[] {
  const warnings: PlanWarning[] = [];
  const warn = (code: PlanWarning["code"], message: string): void => void warnings.push({ code, message });
  for (const { name, renamedTo } of edits) {
    if (renamedTo === undefined) continue;
    warn("permissions-erased", `Renaming "${name}" to "${renamedTo}" erases its permissions in every guild.`);
  }
  for (const { name, type } of deletes) {
    warn("permissions-erased", `Deleting "${name}" erases its permissions in every guild.`);
    if (type === CommandType.PrimaryEntryPoint) {
      warn("entry-point-deleted", `Deleting "${name}" removes the Activity from the launcher.`);
    }
  }
  if (edits.length > 0) {
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
