import type { CallOptions } from "../core/request/transport.ts";
import { parseList, parserOf } from "../core/request/response.ts";
import { fields, type Table } from "../core/check/fields.ts";
import {
  refuseDuplicates,
  type Reader,
  readerOf,
  textOf,
  listOf,
  oneOf,
  optional,
  orNull,
  isObject,
  recordOf,
} from "../core/check/readers.ts";
import { roleConnectionLimits as limits } from "../wire/limits.ts";
import { type Localizations, locales } from "../wire/locale.ts";
import {
  type RoleConnectionMetadata,
  RoleConnectionMetadataType,
  type RoleConnection,
} from "../wire/role-connection.ts";
import { Endpoints } from "./resource.ts";

const readKey = readerOf<string>(
  `1 to ${limits.keyLength} characters of a-z, 0-9 and _`,
  (key) => typeof key === "string" && key.length <= limits.keyLength && /^[a-z0-9_]+$/.test(key),
);

function localizations(read: Reader<string>): Reader<Localizations> {
  const table = Object.fromEntries(locales.map((locale) => [locale, optional(orNull(read))]));
  return fields<Localizations>(table as Table<Localizations>);
}

const readName = textOf({ most: limits.nameLength });
const readDescription = textOf({ most: limits.descriptionLength });

export const readRecords: Reader<readonly RoleConnectionMetadata[]> = (value, name) => {
  // Created on first use, because creating readers for all locales would delay every startup.
  const readList = listOf(
    fields<RoleConnectionMetadata>({
      type: oneOf(Object.values(RoleConnectionMetadataType)),
      key: readKey,
      name: readName,
      name_localizations: optional(orNull(localizations(readName))),
      description: readDescription,
      description_localizations: optional(orNull(localizations(readDescription))),
    }),
    limits.metadata,
  );
  const records = readList(value, name);
  refuseDuplicates(
    records.map(({ key }) => key),
    (index, key) => [
      `${name}[${index}].key is ${JSON.stringify(key)}, which another record already has.`,
      "Use a different key for each record.",
    ],
  );
  return records;
};

/**
 * The values that guilds can require for a role, in up to 5 records (Discord documentation, Application Role Connection
 * Metadata). Requires a bot token.
 *
 * @stable
 */
export class RoleConnectionMetadataEndpoints extends Endpoints {
  /** Returns all records. */
  async get(options: CallOptions = {}): Promise<RoleConnectionMetadata[]> {
    return this.resource.get("Getting the role connection metadata", options, parseRecords);
  }

  /**
   * Replaces all records.
   *
   * @throws ClientError `invalid_argument`, or `duplicate` if a key is repeated, before anything is sent.
   */
  async set(
    records: readonly RoleConnectionMetadata[],
    options: CallOptions = {},
  ): Promise<RoleConnectionMetadata[]> {
    const operation = "Setting the role connection metadata";
    const body = readRecords(records, "records");
    return this.resource.read({ operation, method: "PUT", body }, options, parseRecords);
  }
}

function parseRecords(value: unknown, operation: string): RoleConnectionMetadata[] {
  return parseList(value ?? [], operation, isRecord, "role connection metadata");
}

function isRecord(value: unknown): value is RoleConnectionMetadata {
  const { key, type } = (value ?? {}) as Partial<Record<keyof RoleConnectionMetadata, unknown>>;
  return typeof key === "string" && typeof type === "number";
}

const readConnection = fields<RoleConnection>({
  platform_name: optional(orNull(textOf({ least: 0, most: limits.platformNameLength }))),
  platform_username: optional(orNull(textOf({ least: 0, most: limits.platformUsernameLength }))),
  metadata: optional(orNull(recordOf(textOf({ most: limits.valueLength })))),
});

const parseConnection = parserOf<RoleConnection>(isObject, "a role connection");

/**
 * The values that the application stored for the user. Guilds can require them for a role (Discord documentation, User,
 * "Application Role Connection Object"). Requires the `role_connections.write` scope.
 *
 * @stable
 */
export class UserRoleConnection extends Endpoints {
  /** Returns the stored values. May be an empty object. */
  async get(options: CallOptions = {}): Promise<RoleConnection> {
    return this.resource.get("Getting the user's role connection", options, parseConnection);
  }

  /**
   * Replaces the stored values. Omitted values are deleted.
   *
   * @throws ClientError `invalid_argument` for invalid values, before anything is sent.
   */
  async set(connection: RoleConnection, options: CallOptions = {}): Promise<RoleConnection> {
    const operation = "Setting the user's role connection";
    const body = readConnection(connection, "connection");
    return this.resource.read({ operation, method: "PUT", body }, options, parseConnection);
  }
}
