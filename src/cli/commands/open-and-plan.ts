import { CommandType } from "slashpass/commands";
import { ApplicationFlag } from "../../wire/application.ts";
import { Failure } from "../frame/failure.ts";
import type { AccessCall } from "../settings/application-secrets.ts";
import { beforeWriting, makePlan } from "./make-plan.ts";
import type { FileCommands } from "./source.ts";
import { type Access, readAccess, scopeWith, type Target } from "./open-client.ts";

type PlanCall = AccessCall & Parameters<typeof makePlan>[0];

/**
 * @throws Failure `activities_disabled` if the plan creates an entry point but the application has no Activities, since the
 *   service would reject it.
 */
export async function openAndPlan<C extends PlanCall>(
  call: C,
  settings: Target,
  { commands, skipped }: FileCommands,
) {
  const { signal } = call;
  const access = await readAccess(call, settings);
  const scope = scopeWith(access, call, settings);
  const plan = await makePlan(call, scope, commands);
  const needsActivities = plan.creates.some(({ type }) => type === CommandType.PrimaryEntryPoint);
  if (needsActivities && (await beforeWriting(signal, lacksActivities(access, signal))))
    throw activitiesDisabled(settings);
  return { call, scope, plan: { ...plan, warnings: [...skipped, ...plan.warnings] } };
}

/** Returns false without a bot token: only a bot may read the application. */
async function lacksActivities(access: Access, signal: AbortSignal): Promise<boolean> {
  if (!("botToken" in access.credential)) return false;
  const { ApiClient } = await import("slashpass/api");
  const { flags } = await new ApiClient(access).application.get({ signal });
  return (flags & ApplicationFlag.Embedded) === 0;
}

function activitiesDisabled(settings: Target): Failure {
  return new Failure(
    `The commands have an entry point, but Activities are not enabled for the application ${settings.applicationId}: the service would reject it.`,
    {
      code: "activities_disabled",
      hint: `Enable them in the developer portal (Activities, Settings), or, with the emulator, start it with --activity and the address of the Activity's page. Or remove the entry point from ${settings.commandsFile}.`,
    },
  );
}
