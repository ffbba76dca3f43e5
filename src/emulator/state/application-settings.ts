import { createHash } from "node:crypto";
import { fields, type Table } from "../../core/check/fields.ts";
import { asItIs, isObject, type Reader } from "../../core/check/readers.ts";
import { validationError } from "../../core/errors.ts";
import {
  type Check,
  checkFields,
  dictionary,
  id,
  list,
  nullable,
  oneOf,
  type Path,
  problem,
  type Problems,
  record,
  text,
  url,
  whole,
} from "../../interactions/messages/rules/checks.ts";
import { installScopes, settableApplicationFlags, type ApplicationSettings } from "../../wire/application.ts";
import {
  type RoleConnection,
  type RoleConnectionMetadata,
  RoleConnectionMetadataType,
} from "../../wire/role-connection.ts";
import { applicationLimits as limits, roleConnectionLimits as metadataLimits } from "../../wire/limits.ts";
import { locales } from "../../wire/locale.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { EventWebhooksStatus, webhookEventTypes } from "../../wire/webhook-event.ts";
import { invalidForm } from "../base/refusal.ts";
import { Recent } from "../base/recent.ts";
import { withoutNulls } from "./command-record.ts";

const words = text(limits.descriptionLength);
const address = url(limits.urlLength);
const endpoint = url(limits.urlLength, "http", "https");

/** A string according to the documentation, but an object according to the published description. */
const description: Check = (value, path) =>
  typeof value === "string"
    ? words(value, path)
    : record({ required: { default: words }, optional: { localizations: dictionary(words) } })(value, path);

/** Decimal digits according to the documentation, but a number according to the published description. */
const permissionBits: Check = (value, path) =>
  typeof value === "string" ? id(value, path) : whole(0, 2 ** 54)(value, path);

const installParams = record({
  optional: { scopes: list(oneOf(...installScopes), Infinity, 1), permissions: permissionBits },
});

type Format = (value: unknown) => unknown;

/** Images are returned as hashes (Discord documentation, Reference, "Image Formatting"). */
const hashOf: Format = (value) => createHash("md5").update(String(value)).digest("hex");

const describeInstallation: Format = (value) => {
  const { scopes, permissions } = value as {
    readonly scopes?: readonly string[] | null;
    readonly permissions?: string | number | null;
  };
  return { scopes: scopes ?? [], permissions: String(permissions ?? 0) };
};

const describeContexts: Format = (value) => {
  const contexts = Object.entries(value as Readonly<Record<string, unknown>>).flatMap(([name, context]) => {
    if (!isObject(context)) return [];
    const { oauth2_install_params: params } = context;
    return [[name, params ? { oauth2_install_params: describeInstallation(params) } : {}]];
  });
  return Object.fromEntries(contexts) as unknown;
};

interface Setting {
  readonly check: Check;
  /** Who can read the setting. If omitted, the setting is not stored. */
  readonly visibleTo?: "everyone" | "owner";
  readonly format?: Format;
}

/** From the service's published description, `ApplicationFormPartial`. */
const settings: Readonly<Record<string, Setting>> = {
  description: { check: description, visibleTo: "everyone" },
  icon: { check: text(Infinity), visibleTo: "everyone", format: hashOf },
  cover_image: { check: text(Infinity), visibleTo: "everyone", format: hashOf },
  team_id: { check: id },
  flags: {
    check: whole(),
    visibleTo: "everyone",
    format: (value) => Number(value) & settableApplicationFlags,
  },
  interactions_endpoint_url: { check: endpoint },
  explicit_content_filter: { check: oneOf(0, 1), visibleTo: "owner" },
  max_participants: { check: whole(-1, limits.maxParticipants), visibleTo: "everyone" },
  type: { check: oneOf(4) },
  tags: { check: list(text(limits.tagLength), limits.tags), visibleTo: "everyone" },
  custom_install_url: { check: address, visibleTo: "everyone" },
  install_params: { check: installParams, visibleTo: "everyone", format: describeInstallation },
  role_connections_verification_url: { check: address, visibleTo: "owner" },
  integration_types_config: {
    check: dictionary(nullable(record({ optional: { oauth2_install_params: installParams } }))),
    visibleTo: "everyone",
    format: describeContexts,
  },
  event_webhooks_status: { check: oneOf(...Object.values(EventWebhooksStatus)), visibleTo: "owner" },
  event_webhooks_url: { check: endpoint, visibleTo: "owner" },
  event_webhooks_types: { check: list(oneOf(...webhookEventTypes)), visibleTo: "owner" },
};

const settingChecks = Object.fromEntries(Object.entries(settings).map(([name, { check }]) => [name, check]));

export function checkSettings(body: unknown): Problems {
  return checkFields(body, { optional: settingChecks });
}

export type StoredSettings = Readonly<Record<string, unknown>>;

export function changeSettings(before: StoredSettings, body: StoredSettings): StoredSettings {
  const changed = Object.entries(settings)
    .filter(([name, { visibleTo }]) => visibleTo && body[name] !== undefined)
    .map(([name, { format }]) => [
      name,
      format && body[name] !== null ? format(body[name]) : (body[name] ?? undefined),
    ]);
  return { ...before, ...Object.fromEntries(changed) };
}

export function describeSettings(stored: StoredSettings, visibleTo: Setting["visibleTo"]): StoredSettings {
  const visibleSettings = Object.entries(stored).filter(
    ([name, value]) => settings[name]?.visibleTo === visibleTo && value !== undefined,
  );
  return Object.fromEntries(visibleSettings);
}

const keyLength = text(metadataLimits.keyLength, 1);

const key: Check = (value, path) => {
  const problems = keyLength(value, path);
  if (problems.length > 0 || /^[a-z0-9_]+$/.test(String(value))) return problems;
  return problem(path, "STRING_TYPE_REGEX", "String value did not match validation regex.");
};

function localizations(read: Check): Check {
  const texts = dictionary(nullable(read));
  const known = oneOf(...locales);
  return (value, path) => [
    ...texts(value, path),
    ...namesOf(value).flatMap((locale) => known(locale, [...path, locale])),
  ];
}

const recordName = text(metadataLimits.nameLength, 1);
const recordDescription = text(metadataLimits.descriptionLength, 1);

const metadataRecords = list(
  record({
    required: {
      type: oneOf(...Object.values(RoleConnectionMetadataType)),
      key,
      name: recordName,
      description: recordDescription,
    },
    optional: {
      name_localizations: localizations(recordName),
      description_localizations: localizations(recordDescription),
    },
  }),
  metadataLimits.metadata,
);

export const checkRoleConnectionMetadata: Check = (value, path) => {
  const problems = metadataRecords(value, path);
  return problems.length > 0 ? problems : checkKeys(value as readonly { readonly key: string }[], path);
};

function checkKeys(items: readonly { readonly key: string }[], path: Path) {
  const keys = items.map((item) => item.key);
  return keys.flatMap((one, index) =>
    keys.indexOf(one) === index
      ? []
      : problem(
          [...path, String(index), "key"],
          "APPLICATION_ROLE_CONNECTION_METADATA_DUPLICATE_KEY",
          "Another record already has this key.",
        ),
  );
}

function namesOf(value: unknown): string[] {
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}

export class RoleConnections {
  #metadata: readonly RoleConnectionMetadata[] = [];
  readonly #ofPlayers = new Recent<Snowflake, RoleConnection>();

  get metadata(): readonly RoleConnectionMetadata[] {
    return this.#metadata;
  }

  define(records: readonly RoleConnectionMetadata[]): void {
    this.#metadata = records.map(storedFields);
  }

  of(playerId: Snowflake): RoleConnection {
    return this.#ofPlayers.get(playerId) ?? { platform_username: null, metadata: {} };
  }

  set(playerId: Snowflake, { platform_name, platform_username, metadata }: RoleConnection): RoleConnection {
    const connection = {
      ...(typeof platform_name === "string" && { platform_name }),
      platform_username: platform_username ?? null,
      metadata: metadata ?? {},
    };
    this.#ofPlayers.set(playerId, connection);
    return connection;
  }
}

function storedFields(metadata: RoleConnectionMetadata): RoleConnectionMetadata {
  const { name_localizations, description_localizations } = metadata;
  return {
    type: metadata.type,
    key: metadata.key,
    name: metadata.name,
    description: metadata.description,
    ...(name_localizations && { name_localizations: withoutNulls(name_localizations) }),
    ...(description_localizations && { description_localizations: withoutNulls(description_localizations) }),
  };
}

/** Initial settings. Excludes images, flags, and URLs that the service validates. @stable */
export type InitialSettings = Omit<
  ApplicationSettings,
  "icon" | "cover_image" | "flags" | "interactions_endpoint_url" | "event_webhooks_url"
>;

const notInitial = ["icon", "cover_image", "flags", "event_webhooks_url"];
const initialNames = Object.keys(settings).filter(
  (name) => settings[name]?.visibleTo && !notInitial.includes(name),
);

/** The values are validated in {@link applyInitialSettings}. */
export const readInitialSettings: Reader<InitialSettings> = fields<InitialSettings>(
  Object.fromEntries(
    [...initialNames, "role_connections_metadata"].map((name) => [name, asItIs()]),
  ) as unknown as Table<InitialSettings>,
);

interface ConfiguredApplication {
  settings: StoredSettings;
  readonly roleConnections: RoleConnections;
}

/** @throws ClientError `invalid_argument` (ValidationError) for settings that the API would reject. */
export function applyInitialSettings(
  application: ConfiguredApplication,
  { role_connections_metadata: metadata = [], ...initial }: InitialSettings,
): void {
  const problems = [
    ...checkSettings(initial),
    ...checkRoleConnectionMetadata(metadata, ["role_connections_metadata"]),
  ];
  if (problems.length > 0)
    throw validationError(
      "invalid_argument",
      `The service would reject these settings: ${invalidForm(problems).reason}`,
    );
  application.settings = changeSettings(application.settings, initial);
  application.roleConnections.define(metadata);
}

export function exportInitialSettings({
  settings: stored,
  roleConnections,
}: ConfiguredApplication): InitialSettings {
  const { metadata } = roleConnections;
  const initial = Object.entries(stored).filter(([name]) => initialNames.includes(name));
  return {
    ...Object.fromEntries(initial),
    ...(metadata.length > 0 && { role_connections_metadata: metadata }),
  };
}
