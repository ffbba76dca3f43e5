import { isObject } from "../../core/check/readers.ts";
import {
  type ApplicationData,
  type ApplicationSettings,
  settableApplicationFlags,
} from "../../wire/application.ts";
import type { RoleConnectionMetadata } from "../../wire/role-connection.ts";
import { EventWebhooksStatus } from "../../wire/webhook-event.ts";

/** A change to a setting's value. @stable */
export interface SettingChange {
  /** The path, for example `tags`, `integration_types_config.0` or `role_connections_metadata.level.name`. */
  readonly path: string;
  /** The live value, if any. An image is represented by its hash. */
  readonly from?: unknown;
  /** The desired value, if any. An image is represented by its type and size. */
  readonly to?: unknown;
}

export type Fields = Readonly<Record<string, unknown>>;

/** A setting that PATCH `/applications/@me` can change. */
export type Setting = Exclude<keyof ApplicationSettings, "role_connections_metadata"> & keyof ApplicationData;

const asItIs = (value: unknown): unknown => value ?? null;
const asText = (value: unknown): unknown => value ?? "";
/** The service may add a slash after a bare host name. */
const asUrl = (value: unknown): unknown =>
  typeof value === "string" && URL.canParse(value) ? new URL(value).href : (value ?? null);
const asSet = (value: unknown): unknown => (Array.isArray(value) ? value.map(String).toSorted() : []);

const forms: Readonly<Record<Setting, (value: unknown) => unknown>> = {
  description: asText,
  icon: asItIs,
  cover_image: asItIs,
  tags: asSet,
  flags: (value) => Number(value ?? 0) & settableApplicationFlags,
  interactions_endpoint_url: asUrl,
  role_connections_verification_url: asUrl,
  custom_install_url: asUrl,
  install_params: normalizeParams,
  integration_types_config: normalizeContexts,
  event_webhooks_url: asUrl,
  event_webhooks_status: (value) => value ?? EventWebhooksStatus.Disabled,
  event_webhooks_types: asSet,
  explicit_content_filter: (value) => value ?? 0,
  max_participants: asItIs,
};

export const settingNames = Object.keys(forms) as readonly Setting[];

export function normalize(name: Setting, value: unknown): unknown {
  return forms[name](value);
}

function normalizeParams(value: unknown): unknown {
  if (!isObject(value)) return null;
  const { scopes, permissions } = value;
  return { scopes: asSet(scopes), permissions: typeof permissions === "string" ? permissions : "0" };
}

function normalizeContexts(value: unknown): unknown {
  const contexts = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(
    contexts.flatMap(([name, context]) => (isObject(context) ? [[name, normalizeContext(context)]] : [])),
  );
}

function normalizeContext({ oauth2_install_params: given }: Fields): object {
  const params = normalizeParams(given);
  return params === null ? {} : { oauth2_install_params: params };
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, sortFields) === JSON.stringify(other, sortFields);
}

function sortFields(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

const path = "role_connections_metadata";

export function metadataChanges(
  live: readonly RoleConnectionMetadata[],
  wanted: readonly RoleConnectionMetadata[],
): SettingChange[] {
  const [before, after] = [recordsByKey(live), recordsByKey(wanted)];
  const keys = [...new Set([...after.keys(), ...before.keys()])];
  const changes = keys.flatMap((key) => {
    const [from, to] = [before.get(key), after.get(key)];
    return from && to ? fieldChanges(`${path}.${key}`, from, to) : [changeOf(`${path}.${key}`, from, to)];
  });
  if (changes.length > 0) return changes;
  // Also reports a changed order, because guilds show the records in that order.
  const [oldOrder, newOrder] = [[...before.keys()], [...after.keys()]];
  return isSame(oldOrder, newOrder) ? [] : [changeOf(path, oldOrder, newOrder)];
}

function recordsByKey(records: readonly RoleConnectionMetadata[]): ReadonlyMap<string, Fields> {
  return new Map(records.map((record) => [record.key, normalizeRecord(record)]));
}

/** Returns the changed fields of an object. */
export function fieldChanges(of: string, from: Fields, to: Fields): SettingChange[] {
  return Object.keys({ ...from, ...to })
    .filter((name) => !isSame(from[name], to[name]))
    .map((name) => changeOf(`${of}.${name}`, from[name], to[name]));
}

export function changeOf(of: string, from: unknown, to: unknown): SettingChange {
  return { path: of, ...(isPresent(from) && { from }), ...(isPresent(to) && { to }) };
}

function isPresent(value: unknown): boolean {
  return (
    value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0)
  );
}

/** The service omits languages that have no text. */
function normalizeRecord(record: RoleConnectionMetadata): Fields {
  const { type, key, name, description } = record;
  const names = textsOf(record.name_localizations);
  const descriptions = textsOf(record.description_localizations);
  return {
    type,
    key,
    name,
    description,
    ...(names && { name_localizations: names }),
    ...(descriptions && { description_localizations: descriptions }),
  };
}

function textsOf(localizations: object | null | undefined) {
  const texts = Object.entries(localizations ?? {}).filter(([, text]) => typeof text === "string");
  return texts.length === 0 ? undefined : Object.fromEntries(texts);
}
