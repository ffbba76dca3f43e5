import { asItIs, type Reader } from "../../core/check/readers.ts";
import { fields } from "../../core/check/fields.ts";
import { validationError } from "../../core/errors.ts";
import { checkFields } from "../../interactions/messages/rules/checks.ts";
import type { ApplicationSettings } from "../../wire/application.ts";
import { invalidForm } from "../base/refusal.ts";
import { applicationForm, roleConnectionMetadataForm } from "./application-form.ts";
import { changeSettings, type ApplicationSettings as KeptSettings } from "./application-settings.ts";
import type { RoleConnections } from "./role-connections.ts";

/** Initial settings, without images, flags, and URLs that the service validates. */
export type InitialSettings = Omit<
  ApplicationSettings,
  "icon" | "cover_image" | "flags" | "interactions_endpoint_url" | "event_webhooks_url"
>;

const unchecked = asItIs<never>();

export const readInitialSettings: Reader<InitialSettings> = fields<InitialSettings>({
  description: unchecked,
  tags: unchecked,
  role_connections_verification_url: unchecked,
  custom_install_url: unchecked,
  install_params: unchecked,
  integration_types_config: unchecked,
  event_webhooks_status: unchecked,
  event_webhooks_types: unchecked,
  explicit_content_filter: unchecked,
  max_participants: unchecked,
  role_connections_metadata: unchecked,
});

/** @internal */
interface Settled {
  settings: KeptSettings;
  readonly roleConnections: RoleConnections;
}

/**
 * @throws ClientError `invalid_argument` (ValidationError) for settings that the API would reject.
 * @internal
 */
export function keepInitialSettings(
  application: Settled,
  { role_connections_metadata: metadata = [], ...settings }: InitialSettings,
): void {
  const problems = [
    ...checkFields(settings, applicationForm),
    ...roleConnectionMetadataForm(metadata, ["role_connections_metadata"]),
  ];
  if (problems.length > 0)
    throw validationError(
      "invalid_argument",
      `The service would refuse these settings: ${invalidForm(problems).reason}`,
    );
  application.settings = changeSettings(application.settings, settings);
  application.roleConnections.define(metadata);
}

/** @internal */
export function initialSettingsOf({ settings, roleConnections }: Settled): InitialSettings {
  const { icon: _i, cover_image: _c, flags: _f, event_webhooks_url: _u, ...rest } = settings;
  const { metadata } = roleConnections;
  return { ...rest, ...(metadata.length > 0 && { role_connections_metadata: metadata }) };
}
