import {
  wrongArgument,
  parseSnowflake,
  isObject,
  isSnowflake,
  listOf,
  object,
  optional,
  type Reader,
} from "../../core/check/readers.ts";
import type { Snowflake, SnowflakeInput } from "../../wire/snowflake.ts";
import { Permission, bitsOf, maxPermissions } from "../../wire/permission.ts";
import type { GuildChannel, GuildData } from "../../wire/guild.ts";
import { takeData } from "../rules/input.ts";

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

/** A member, or a set of roles. @stable */
export interface RoleHolder {
  /** The member's user id. If omitted, only roles count. */
  readonly userId?: Snowflake | undefined;
  /** The role ids, without `@everyone`. */
  readonly roles: readonly Snowflake[];
}

type RoleGuild = Pick<GuildData, "id" | "owner_id" | "roles">;

/**
 * Returns a member's permission bits in a guild or channel (Discord documentation, Permissions, "Permission Overwrites"). The
 * owner and administrators have all permissions.
 *
 * @stable
 * @param channel - the channel whose overwrites apply. Default: none.
 * @throws ClientError `invalid_argument` for malformed input.
 */
export function memberPermissions(
  guild: Pick<GuildData, "id" | "owner_id" | "roles">,
  holder: RoleHolder,
  channel?: GuildChannel,
): bigint {
  const taken = { guild: takeData(guild), holder: takeData(holder), channel: takeData(channel) };
  requireList(taken.guild, "guild", "roles", objects);
  requireList(taken.holder, "holder", "roles", ids);
  if (channel !== undefined)
    requireList(taken.channel, "channel", "permission_overwrites", optional(objects));
  return computePermissions(
    taken.guild as RoleGuild,
    taken.holder as RoleHolder,
    taken.channel as GuildChannel,
  );
}

/** @internal */
export function computePermissions(guild: RoleGuild, holder: RoleHolder, channel?: GuildChannel): bigint {
  const { userId, roles } = holder;
  if (userId !== undefined && userId === guild.owner_id) return maxPermissions;
  const held = guild.roles.filter(({ id }) => id === guild.id || roles.includes(id));
  const base = held.reduce((bits, role) => bits | readPermissions(role.permissions, "guild.roles[]"), 0n);
  if ((base & Permission.Administrator) !== 0n) return maxPermissions;
  const overwrites = channel?.permission_overwrites ?? [];
  // Later steps override earlier ones: everyone, then all roles together, then the member.
  const steps = [
    overwrites.filter(({ id }) => id === guild.id),
    overwrites.filter(({ id, type }) => type === 0 && id !== guild.id && roles.includes(id)),
    overwrites.filter(({ id, type }) => type === 1 && id === userId),
  ];
  return steps.reduce((bits, step) => (bits & ~union(step, "deny")) | union(step, "allow"), base);
}

type Overwrites = NonNullable<GuildChannel["permission_overwrites"]>;

function union(overwrites: Overwrites, field: "allow" | "deny"): bigint {
  return overwrites.reduce(
    (all, one) => all | readPermissions(one[field], `channel.permission_overwrites[].${field}`),
    0n,
  );
}

const objects = listOf(object<object>());
const ids = listOf<Snowflake>((value, name) => {
  if (isSnowflake(value)) return value;
  throw wrongArgument(name, value, "an id");
});

function requireList(value: unknown, name: string, field: string, readList: Reader<unknown>): void {
  if (!isObject(value)) throw wrongArgument(name, value, "an object");
  readList(value[field], `${name}.${field}`);
}
