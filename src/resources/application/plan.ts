import { fields } from "../../core/check/fields.ts";
import { listOf, object, optional, textOf, wrongArgument } from "../../core/check/readers.ts";
import {
  type ApplicationData,
  type ApplicationSettings,
  settableApplicationFlags,
} from "../../wire/application.ts";
import type { RoleConnectionMetadata } from "../../wire/role-connection.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { describeImage } from "./image-data.ts";
import {
  changeOf,
  fieldChanges,
  type Fields,
  isSame,
  metadataChanges,
  normalize,
  type Setting,
  type SettingChange,
  settingNames,
} from "./normalize.ts";
import { readSettings } from "./read-settings.ts";
import { EventWebhooksStatus } from "../../wire/webhook-event.ts";

/** A request in a plan. @stable */
export type ApplicationWrite =
  | {
      /** PATCH `/applications/@me`. */
      readonly kind: "settings";
      /** The changed fields, in the form sent to the service. */
      readonly body: Readonly<Record<string, unknown>>;
    }
  | {
      /** PUT `/applications/{id}/role-connections/metadata`. */
      readonly kind: "metadata";
      readonly body: readonly RoleConnectionMetadata[];
    };

/** The difference between an application and its desired settings. @stable */
export interface ApplicationPlan {
  readonly applicationId: Snowflake;
  /** The changed values. Empty if the application already matches. */
  readonly changes: readonly SettingChange[];
  /** The requests that apply the changes: zero, one or two. */
  readonly writes: readonly ApplicationWrite[];
}

/** The live data that the desired settings are compared with. @stable */
export interface LiveApplication {
  /** The result of `application.get()`. */
  readonly application: ApplicationData;
  /** The result of `roleConnectionMetadata.get()`. Required for `role_connections_metadata`. */
  readonly metadata?: readonly RoleConnectionMetadata[] | undefined;
}

/** Additional information for a plan. @stable */
export interface ApplicationPlanOptions {
  /**
   * The service's hashes of the desired images. An image whose hash is unchanged is not sent. Default: desired images are always
   * sent.
   */
  readonly imageHashes?: { readonly [Picture in "icon" | "cover_image"]?: string | undefined } | undefined;
}

const imageHash = optional(textOf());

const readPlanOptions = fields<ApplicationPlanOptions>({
  imageHashes: optional(
    fields<NonNullable<ApplicationPlanOptions["imageHashes"]>>({ icon: imageHash, cover_image: imageHash }),
  ),
});

const readLive = fields<LiveApplication>({
  application: object<ApplicationData>(),
  metadata: optional(listOf(object<RoleConnectionMetadata>())),
});

/**
 * Compares an application with its desired settings. Sends no requests. Ignores omitted settings and the order of tags, scopes
 * and events.
 *
 * @stable
 * @throws ClientError `invalid_argument`, `unknown_option`, or `duplicate` if a value is repeated.
 */
export function planApplication(
  live: LiveApplication,
  application: ApplicationSettings,
  options: ApplicationPlanOptions = {},
): ApplicationPlan {
  const { application: current, metadata } = readLive(live, "live");
  const { role_connections_metadata: records, ...wanted } = readSettings(application, "application");
  const { imageHashes = {} } = readPlanOptions(options, "options");
  const changed = settingNames.filter(
    (name) => wanted[name] !== undefined && !isUnchanged(name, current, wanted, imageHashes),
  );
  if (records && !metadata)
    throw wrongArgument("live.metadata", metadata, "the result of roleConnectionMetadata.get()");
  const ofMetadata = records && metadata ? metadataChanges(metadata, records) : [];
  return {
    applicationId: current.id,
    changes: [...changed.flatMap((name) => changesOf(name, current, wanted)), ...ofMetadata],
    // Settings are written last, because the response contains the new image hashes.
    writes: [
      ...(records && ofMetadata.length > 0 ? [{ kind: "metadata", body: records } as const] : []),
      ...(changed.length > 0 ? [{ kind: "settings", body: bodyOf(changed, current, wanted) } as const] : []),
    ],
  };
}

type Hashes = NonNullable<ApplicationPlanOptions["imageHashes"]>;

function isUnchanged(
  name: Setting,
  current: ApplicationData,
  wanted: ApplicationSettings,
  hashes: Hashes,
): boolean {
  const live = normalize(name, current[name]);
  if (isPicture(name) && wanted[name] !== null) return live !== null && live === hashes[name];
  return isSame(live, normalize(name, wanted[name]));
}

function isPicture(name: Setting): name is "icon" | "cover_image" {
  return name === "icon" || name === "cover_image";
}

function changesOf(name: Setting, current: ApplicationData, wanted: ApplicationSettings): SettingChange[] {
  const from = normalize(name, current[name]);
  const value = wanted[name];
  if (isPicture(name)) return [changeOf(name, from, value && describeImage(value as string))];
  const to = normalize(name, value);
  return name === "integration_types_config"
    ? fieldChanges(name, from as Fields, to as Fields)
    : [changeOf(name, from, to)];
}

function bodyOf(
  names: readonly Setting[],
  { flags, integration_types_config: contexts }: ApplicationData,
  wanted: ApplicationSettings,
): Readonly<Record<string, unknown>> {
  const body: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, wanted[name]]));
  // Sends the other flags back unchanged, in case the service compares them.
  if (names.includes("flags")) body["flags"] = (flags & ~settableApplicationFlags) | (wanted.flags ?? 0);
  if (names.includes("integration_types_config")) {
    const removed = Object.keys(contexts ?? {}).map((context) => [context, null]);
    body["integration_types_config"] = { ...Object.fromEntries(removed), ...wanted.integration_types_config };
  }
  return body;
}

/**
 * Returns an application's non-default settings, for {@link planApplication}. Omits images, because the service returns only
 * their hashes.
 *
 * @stable
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
  if (isPicture(name) || isSame(value, normalize(name, undefined))) return undefined;
  // The service may also disable events, but that status is not a setting.
  if (name === "event_webhooks_status" && value !== EventWebhooksStatus.Enabled) return undefined;
  return value;
}
