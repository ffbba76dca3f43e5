import type { ApplicationData, ApplicationSettings } from "../../wire/application.ts";
import { EventWebhooksStatus } from "../../wire/webhook-event.ts";
import { isSame, normalize, settingNames, type Setting } from "./normalize.ts";
import { type LiveApplication, readLive } from "./plan.ts";

/**
 * Returns the non-default settings of an application, for {@link planApplication}. Omits images, because the service returns only
 * their hashes.
 *
 * @throws ClientError `invalid_argument` for malformed input.
 */
export function liveSettings(live: LiveApplication): ApplicationSettings {
  const { application, metadata = [] } = readLive(live, "live");
  const made = settingNames
    .map((name) => [name, settingOf(name, application)] as const)
    .filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(made) as ApplicationSettings),
    ...(metadata.length > 0 && { role_connections_metadata: metadata }),
  };
}

function settingOf(name: Setting, application: ApplicationData): unknown {
  const value = normalize(name, application[name]);
  if (name === "icon" || name === "cover_image" || isSame(value, normalize(name, undefined)))
    return undefined;
  // Events disabled by the service are not a setting of the application.
  if (name === "event_webhooks_status" && value !== EventWebhooksStatus.Enabled) return undefined;
  return value;
}
