import { validationError } from "../../errors.ts";
import type { ActivityInstance } from "../../wire/activity-instance.ts";
import type { World } from "../world/world.ts";
import type { FoundPlace } from "./place.ts";

/**
 * Lets a player join a running Activity of the application.
 *
 * @throws ClientError `unknown_activity` (ValidationError).
 */
export function joinActivity(
  { activities }: World,
  { application, player }: Pick<FoundPlace, "application" | "player">,
  instanceId: string,
): ActivityInstance {
  const instance = activities.find(application.id, instanceId);
  if (instance) return activities.join(instance, player.id);
  throw validationError("unknown_activity", `No Activity runs under ${JSON.stringify(instanceId)}.`);
}
