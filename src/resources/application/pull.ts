import type { ApplicationData, ApplicationSettings } from "../../wire/application.ts";
import type { RoleConnectionMetadata } from "../../wire/role-connection.ts";
import { EventWebhooksStatus } from "../../wire/webhook-event.ts";
import { isSame, normalize, settingNames, type Setting } from "./normalize.ts";

/** The settings of an application that differ from those of a new one, as a plan takes them. */
export function settingsOf(
  application: ApplicationData,
  metadata: readonly RoleConnectionMetadata[],
): ApplicationSettings {
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
  // Events that the service has stopped are no setting of the application.
  if (name === "event_webhooks_status" && value !== EventWebhooksStatus.Enabled) return undefined;
  return value;
}
