import {
  isObject,
  isSnowflake,
  listOf,
  object,
  optional,
  type Reader,
  wrongArgument,
} from "../../core/check/readers.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { GuildChannel, GuildData } from "../../wire/guild.ts";
import { Permission } from "../../wire/permission.ts";
import { maxPermissions } from "../../wire/permission-bits.ts";
import { takeData } from "../rules/input.ts";
import { readPermissions } from "./permission-bits.ts";

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
