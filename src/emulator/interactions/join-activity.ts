import { validationError } from "../../errors.ts";
import type { ActivityInstance } from "../../wire/activity-instance.ts";
import type { World } from "../world/world.ts";

/**
 * Lets a player join a running Activity of the first application.
 *
 * @throws ClientError `unknown_activity` (ValidationError).
 */
export function joinActivity(
  { activities, applications, players }: World,
  instanceId: string,
  player: string = players.first.name,
): ActivityInstance {
  const instance = activities.find(applications[0].id, instanceId);
  if (instance) return activities.join(instance, players.findOrAdd(player).id);
  throw validationError("unknown_activity", `No Activity runs under ${JSON.stringify(instanceId)}.`);
}
