import type { Plan } from "slashpass/commands";
import { Failure } from "../frame/failure.ts";
import type { Settings } from "../settings/settings.ts";

interface Erasing {
  readonly settings: Settings;
  readonly allowPermissionLoss: boolean;
}

const erasing: readonly Plan["warnings"][number]["code"][] = [
  "permissions-erased",
  "permissions-lost",
  "permissions-unread",
];

export function erasesPermissions({ warnings }: Plan): boolean {
  return warnings.some(({ code }) => erasing.includes(code));
}

/** @throws Failure `permission_loss`. */
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

/** @throws Failure `permission_loss`. */
export function refuseErasingPlan(how: Erasing, plan: Plan): void {
  if (erasesPermissions(plan)) refuseErasure(how, "permissions of commands, which the plan names,");
}
