import { CommandType, type DesiredCommand, type GuildCommand, isClientError } from "slashpass/commands";
import { ApplicationFlag } from "../../wire/application.ts";
import { Failure } from "../frame/failure.ts";
import type { AccessCall } from "../settings/application-secrets.ts";
import { apiOf, isOfService } from "../settings/settings.ts";
import { beforeWriting, makePlan } from "./make-plan.ts";
import { type Access, readAccess, scopeWith, type Target } from "./open-client.ts";

type PlanCall = AccessCall & Parameters<typeof makePlan>[0];

/**
 * Opens the live commands, and plans.
 *
 * @throws Failure `activities_disabled` if the plan creates an entry point, and the application has no Activities: the service
 *   would reject it.
 */
export async function openAndPlan<C extends PlanCall>(
  call: C,
  settings: Target,
  commands: readonly DesiredCommand<GuildCommand>[],
) {
  const { signal } = call;
  const access = await readAccess(call, settings);
  const scope = scopeWith(access, call, settings);
  const plan = await makePlan(call, scope, commands);
  const needsActivities = plan.creates.some(({ type }) => type === CommandType.PrimaryEntryPoint);
  if (needsActivities && (await beforeWriting(signal, lacksActivities(access, signal))))
    throw activitiesDisabled(settings);
  return { call, scope, plan };
}

/** False where nobody knows: only a bot may read the application. */
async function lacksActivities(access: Access, signal: AbortSignal): Promise<boolean> {
  const { ApiClient } = await import("slashpass/api");
  try {
    const { flags } = await new ApiClient(access).application.get({ signal });
    return (flags & ApplicationFlag.Embedded) === 0;
  } catch (error) {
    if (isClientError(error) && error.code === "missing_credential") return false;
    throw error;
  }
}

function activitiesDisabled(settings: Target): Failure {
  const enable = isOfService(apiOf(settings))
    ? "Enable them in the developer portal (Activities, Settings)"
    : "With the emulator, start it with --activity and the address of the Activity's page; at Discord, enable them in the developer portal (Activities, Settings)";
  return new Failure(
    `The commands have an entry point, but Activities are not enabled for the application ${settings.applicationId}: the service would reject it.`,
    {
      code: "activities_disabled",
      hint: `${enable}. Or remove the entry point from ${settings.commandsFile}.`,
    },
  );
}
