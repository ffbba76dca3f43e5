import { wrongArgument, parseSnowflake } from "../../core/check/readers.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import { Permission } from "../../wire/permission.ts";
import { bitsOf, maxPermissions } from "../../wire/permission-bits.ts";

/** `default_member_permissions` for a command that only administrators may use. */
export const administratorsOnly = "0";

/**
 * Parses permission bits from a decimal string (`member.permissions`, `default_member_permissions`).
 *
 * @throws ClientError `invalid_argument` unless the value has up to 64 bits in decimal digits.
 */
export function parsePermissions(text: string): bigint {
  return readPermissions(text, "text");
}

/**
 * Formats permission bits as a decimal string.
 *
 * @throws ClientError `invalid_argument` unless the value is a bigint of up to 64 bits.
 */
export function formatPermissions(bits: bigint): string {
  return readBits(bits, "bits").toString();
}

/**
 * Returns whether all wanted bits are set. An administrator has every permission.
 *
 * @throws ClientError `invalid_argument` unless the values are bigints of up to 64 bits.
 */
export function hasPermissions(bits: bigint, wanted: bigint): boolean {
  return holds(readBits(bits, "bits"), readBits(wanted, "wanted"));
}

export function holds(bits: bigint, wanted: bigint): boolean {
  return (bits & Permission.Administrator) !== 0n || (bits & wanted) === wanted;
}

/**
 * Returns the names of the permissions that are set, for example `MANAGE_GUILD`, or `1 << 60` for an unnamed bit.
 *
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

// Not a precomputed table, which would slow down the start of every program.
function nameOf(bit: bigint): string | undefined {
  const [name] = Object.entries(Permission).find(([, one]) => one === bit) ?? [];
  return name?.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
}

/**
 * Returns the id for everyone in role overwrites (Discord documentation, Application Commands, "Application Command Permissions
 * Constants").
 *
 * @throws ClientError `invalid_id`.
 */
export function everyoneId(guildId: SnowflakeInput): Snowflake {
  return parseSnowflake(guildId, "guildId");
}

/**
 * Returns the id for all channels in channel overwrites (Discord documentation, Application Commands, "Application Command
 * Permissions Constants").
 *
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
