import { type ApiPath, apiPath } from "../core/request/api-path.ts";
import { type CallOptions, readCallOptions } from "../core/request/call-options.ts";
import { parseList } from "../core/request/response.ts";
import type { Transport } from "../core/request/transport.ts";
import { validationError } from "../core/errors.ts";
import { fields, type Table } from "../core/check/fields.ts";
import { type Reader, wrongArgument } from "../core/check/reader.ts";
import { charactersOf, listOf, oneOf, optional, orNull } from "../core/check/readers.ts";
import { inspectAs } from "../core/inspect-as.ts";
import type { Snowflake } from "../wire/snowflake.ts";
import { roleConnectionLimits as limits } from "../wire/limits.ts";
import { type Localizations, locales } from "../wire/locale.ts";
import { type RoleConnectionMetadata, RoleConnectionMetadataType } from "../wire/role-connection.ts";

const readKey: Reader<string> = (value, name) => {
  if (typeof value === "string" && value.length <= limits.keyLength && /^[a-z0-9_]+$/.test(value))
    return value;
  throw wrongArgument(name, value, `1 to ${limits.keyLength} characters of a-z, 0-9 and _`);
};

function localizations(read: Reader<string>): Reader<Localizations> {
  const table = Object.fromEntries(locales.map((locale) => [locale, optional(orNull(read))]));
  return fields<Localizations>(table as Table<Localizations>);
}

const readName = charactersOf(limits.nameLength, 1);
const readDescription = charactersOf(limits.descriptionLength, 1);

const readRecords = listOf(
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

/**
 * What guilds can ask of players for a role, at most 5 records (Discord documentation, Application Role Connection Metadata).
 * Needs the bot's token.
 */
export class RoleConnectionMetadataEndpoints {
  static {
    inspectAs(this.prototype, (shown) => ({ path: shown.#path }));
  }
  readonly #transport: Transport;
  readonly #path: ApiPath;

  /** @internal Made by `ApiClient`. */
  constructor(transport: Transport, applicationId: Snowflake) {
    this.#transport = transport;
    this.#path = apiPath`/applications/${applicationId}/role-connections/metadata`;
  }

  /** All records. */
  async get(options: CallOptions = {}): Promise<RoleConnectionMetadata[]> {
    const { signal } = readCallOptions(options, "options");
    const operation = "Getting the role connection metadata";
    const answer = await this.#transport.call({
      operation,
      method: "GET",
      path: this.#path,
      access: "bot",
      signal,
    });
    return parseRecords(answer, operation);
  }

  /**
   * Replaces all records.
   *
   * @throws ClientError `invalid_argument`, or `duplicate` for two records of one key, before anything is sent.
   */
  async set(
    records: readonly RoleConnectionMetadata[],
    options: CallOptions = {},
  ): Promise<RoleConnectionMetadata[]> {
    const { signal } = readCallOptions(options, "options");
    const body = readRecords(records, "records");
    refuseDuplicates(body);
    const operation = "Setting the role connection metadata";
    const call = { operation, method: "PUT", path: this.#path, body, access: "bot", signal } as const;
    return parseRecords(await this.#transport.call(call), operation);
  }
}

function refuseDuplicates(records: readonly RoleConnectionMetadata[]): void {
  const keys = records.map(({ key }) => key);
  const second = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  if (second < 0) return;
  throw validationError(
    "duplicate",
    `records[${second}].key is ${JSON.stringify(keys[second])}, which another record has already.`,
    "Give each record a key of its own.",
  );
}

function parseRecords(value: unknown, operation: string): RoleConnectionMetadata[] {
  return parseList(value ?? [], operation, isRecord, "role connection metadata");
}

function isRecord(value: unknown): value is RoleConnectionMetadata {
  const { key, type } = (value ?? {}) as Partial<Record<keyof RoleConnectionMetadata, unknown>>;
  return typeof key === "string" && typeof type === "number";
}
