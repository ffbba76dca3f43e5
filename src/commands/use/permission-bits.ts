import { wrongArgument, parseSnowflake } from "../../core/check/readers.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import { Permission } from "../../wire/permission.ts";
import { bitsOf, maxPermissions } from "../../wire/permission-bits.ts";

/** The `default_member_permissions` of a command that only administrators may use. @stable */
export const administratorsOnly = "0";

/**
 * Parses permission bits from a decimal string (`member.permissions`, `default_member_permissions`).
 *
 * @stable
 * @throws ClientError `invalid_argument` unless the value is a decimal string of up to 64 bits.
 */
export function parsePermissions(text: string): bigint {
  return readPermissions(text, "text");
}

/**
 * Formats permission bits as a decimal string.
 *
 * @stable
 * @throws ClientError `invalid_argument` unless the value is a bigint of up to 64 bits.
 */
export function formatPermissions(bits: bigint): string {
  return readBits(bits, "bits").toString();
}

/**
 * Returns whether all wanted bits are set. An administrator has every permission.
 *
 * @stable
 * @throws ClientError `invalid_argument` unless the values are bigints of up to 64 bits.
 */
export function hasPermissions(bits: bigint, wanted: bigint): boolean {
  return holds(readBits(bits, "bits"), readBits(wanted, "wanted"));
}

export function holds(bits: bigint, wanted: bigint): boolean {
  return (bits & Permission.Administrator) !== 0n || (bits & wanted) === wanted;
}

/**
 * Returns the names of the permissions that are set, for example `MANAGE_GUILD`, or `1 << 60` for a bit that has no name.
 *
 * @stable
 * @throws ClientError `invalid_argument` unless the value is a bigint of up to 64 bits.
 */
export function permissionNames(bits: bigint): string[] {
  let rest = readBits(bits, "bits");
  const names: string[] = [];
  for (let position = 0; rest > 0n; position++, rest >>= 1n) {
    if ((rest & 1n) === 1n) names.push(nameOf(1n << BigInt(position)) ?? `1 << ${position}`);
  }
  return names;
}

// A precomputed table would slow down the startup of every program.
function nameOf(bit: bigint): string | undefined {
  const [name] = Object.entries(Permission).find(([, one]) => one === bit) ?? [];
  return name?.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
}

/**
 * Returns the id that represents everyone in role overwrites (Discord documentation, Application Commands, "Application Command
 * Permissions Constants").
 *
 * @stable
 * @throws ClientError `invalid_id`.
 */
export function everyoneId(guildId: SnowflakeInput): Snowflake {
  return parseSnowflake(guildId, "guildId");
}

/**
 * Returns the id that represents all channels in channel overwrites (Discord documentation, Application Commands, "Application
 * Command Permissions Constants").
 *
 * @stable
 * @throws ClientError `invalid_id`.
 */
export function allChannelsId(guildId: SnowflakeInput): Snowflake {
  return allChannelsOf(parseSnowflake(guildId, "guildId"));
}

export function allChannelsOf(guildId: Snowflake): Snowflake {
  return (BigInt(guildId) - 1n).toString();
}

export function readPermissions(value: unknown, name: string): bigint {
  const bits = bitsOf(value);
  if (bits !== undefined) return bits;
  throw wrongArgument(name, value, "permission bits as a decimal string");
}

function readBits(value: unknown, name: string): bigint {
  if (typeof value === "bigint" && value >= 0n && value <= maxPermissions) return value;
  throw wrongArgument(name, value, "permission bits: a bigint from 0n to 2n ** 64n - 1n");
}
