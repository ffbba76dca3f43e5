import type { Plan } from "slashpass/commands";
import { Failure } from "../frame/failure.ts";
import type { Settings } from "../settings/settings.ts";

/** The target of a write, and whether it may erase permissions. */
interface Erasing {
  readonly settings: Settings;
  readonly allowPermissionLoss: boolean;
}

/** Warnings of a plan that erases permissions, or may. */
const erasing: readonly Plan["warnings"][number]["code"][] = [
  "permissions-erased",
  "permissions-lost",
  "permissions-unread",
];

/** Whether a plan erases permissions of commands, or nobody knows whether it does. */
export function erasesPermissions({ warnings }: Plan): boolean {
  return warnings.some(({ code }) => erasing.includes(code));
}

/**
 * Refuses to erase permissions in a protected environment, unless that was allowed by name.
 *
 * @param what - what would be erased, as in `the permissions of deleted or renamed commands`.
 * @throws Failure `permission_loss`.
 */
export function refuseErasure({ settings, allowPermissionLoss }: Erasing, what: string): void {
  const { environment = "", protected: isProtected } = settings;
  if (!isProtected || allowPermissionLoss) return;
  throw new Failure(
    `Nothing is written to the protected environment '${environment}': ${what} would be erased.`,
    {
      code: "permission_loss",
      hint: "Add --allow-permission-loss to erase them. Those of renamed commands are kept with SLASHPASS_ACCESS_TOKEN, the token of a player who may edit them.",
    },
  );
}

/** The same for a plan that was shown. @throws Failure `permission_loss`. */
export function refuseErasingPlan(how: Erasing, plan: Plan): void {
  if (erasesPermissions(plan)) refuseErasure(how, "permissions of commands, which the plan names,");
}
