import { wrongArgument, parseSnowflake } from "../../core/check/readers.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import { Permission } from "../../wire/permission.ts";
import { bitsOf, mostPermissions } from "../../wire/permission-bits.ts";

/** The value of `default_member_permissions` for a command that only administrators may use. */
export const administratorsOnly = "0";

/**
 * The bits that the service writes as a decimal string (`member.permissions`, `default_member_permissions`).
 *
 * @throws ClientError `invalid_argument` for anything but up to 64 bits in decimal digits.
 */
export function parsePermissions(text: string): bigint {
  return readPermissions(text, "text");
}

/**
 * The bits as the service takes them: a decimal string.
 *
 * @throws ClientError `invalid_argument` for anything but a bigint of up to 64 bits.
 */
export function formatPermissions(bits: bigint): string {
  return readBits(bits, "bits").toString();
}

/**
 * Whether all of the wanted bits are set. An administrator has every permission.
 *
 * @throws ClientError `invalid_argument` for anything but bigints of up to 64 bits.
 */
export function hasPermissions(bits: bigint, wanted: bigint): boolean {
  return holds(readBits(bits, "bits"), readBits(wanted, "wanted"));
}

/** {@link hasPermissions} for bits that have been read. */
export function holds(bits: bigint, wanted: bigint): boolean {
  return (bits & Permission.Administrator) !== 0n || (bits & wanted) === wanted;
}

/**
 * What the service calls the permissions that are set, for example `MANAGE_GUILD`; `1 << 60` for a bit without a name.
 *
 * @throws ClientError `invalid_argument` for anything but a bigint of up to 64 bits.
 */
export function permissionNames(bits: bigint): string[] {
  let rest = readBits(bits, "bits");
  const names: string[] = [];
  for (let position = 0; rest > 0n; position++, rest >>= 1n) {
    if ((rest & 1n) === 1n) names.push(nameOf(1n << BigInt(position)) ?? `1 << ${position}`);
  }
  return names;
}

// Not a table: few programs ask, and all of them would wait for it as they start.
function nameOf(bit: bigint): string | undefined {
  const [name] = Object.entries(Permission).find(([, one]) => one === bit) ?? [];
  return name?.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
}

/**
 * The id that stands for everyone in overwrites of type role (Discord documentation, Application Commands,
 * "Application Command Permissions Constants").
 *
 * @throws ClientError `invalid_id` for a guild id that is none.
 */
export function everyoneId(guildId: SnowflakeInput): Snowflake {
  return parseSnowflake(guildId, "guildId");
}

/**
 * The id that stands for all channels in overwrites of type channel (Discord documentation, Application Commands,
 * "Application Command Permissions Constants").
 *
 * @throws ClientError `invalid_id` for a guild id that is none.
 */
export function allChannelsId(guildId: SnowflakeInput): Snowflake {
  return allChannelsOf(parseSnowflake(guildId, "guildId"));
}

/** {@link allChannelsId} for an id that has been read. */
export function allChannelsOf(guildId: Snowflake): Snowflake {
  return (BigInt(guildId) - 1n).toString();
}

/** Reads bits as the service writes them. */
export function readPermissions(value: unknown, name: string): bigint {
  const bits = bitsOf(value);
  if (bits !== undefined) return bits;
  throw wrongArgument(name, value, "permission bits as a decimal string");
}

function readBits(value: unknown, name: string): bigint {
  if (typeof value === "bigint" && value >= 0n && value <= mostPermissions) return value;
  throw wrongArgument(name, value, "permission bits: a bigint from 0n to 2n ** 64n - 1n");
}
