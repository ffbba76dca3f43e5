import type { RoleConnectionMetadata } from "../../wire/role-connection.ts";
import { isSame, type SettingChange } from "./normalize.ts";

const path = "role_connections_metadata";

export function metadataChanges(
  live: readonly RoleConnectionMetadata[],
  wanted: readonly RoleConnectionMetadata[],
): SettingChange[] {
  const gone = live.filter(({ key }) => !wanted.some((record) => record.key === key));
  const changes = [
    ...wanted.flatMap((record) =>
      changesOf(
        live.find(({ key }) => key === record.key),
        record,
      ),
    ),
    ...gone.map((record) => ({ path: `${path}.${record.key}`, from: normalize(record) })),
  ];
  const [before, after] = [live, wanted].map((records) => records.map(({ key }) => key));
  // Guilds show the records in this order.
  return changes.length > 0 || isSame(before, after) ? changes : [{ path, from: before, to: after }];
}

function changesOf(
  live: RoleConnectionMetadata | undefined,
  wanted: RoleConnectionMetadata,
): SettingChange[] {
  const to = normalize(wanted);
  if (!live) return [{ path: `${path}.${wanted.key}`, to }];
  const from = normalize(live);
  const names = Object.keys({ ...from, ...to }).filter((name) => !isSame(from[name], to[name]));
  return names.map((name) => ({
    path: `${path}.${wanted.key}.${name}`,
    ...(from[name] !== undefined && { from: from[name] }),
    ...(to[name] !== undefined && { to: to[name] }),
  }));
}

/** The service omits languages without a text. */
function normalize(record: RoleConnectionMetadata): Readonly<Record<string, unknown>> {
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
