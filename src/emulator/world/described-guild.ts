import type { Snowflake } from "../../snowflake.ts";
import type { WireChannel, WireMember, WireRole } from "../../wire/interaction.ts";
import type { Channel } from "./channels.ts";
import type { Guild, Member, Role } from "./guild.ts";
import { allPermissions } from "./permission-bits.ts";

/** What somebody may do where they are: in direct messages, everything that can be done there. */
export function permissionsIn({
  guild,
  member,
}: {
  readonly guild: Guild | undefined;
  readonly member: Member | undefined;
}): string {
  return guild && member ? guild.permissionsOf(member) : allPermissions;
}

/** A member without the user (Discord documentation, Guild, "Guild Member Object"). */
export function describeMember(guild: Guild, member: Member): WireMember {
  return {
    roles: member.roles,
    joined_at: "2026-01-01T00:00:00.000000+00:00",
    permissions: guild.permissionsOf(member),
    nick: member.nick,
    ...unset,
  };
}

const unset = {
  avatar: null,
  banner: null,
  communication_disabled_until: null,
  premium_since: null,
  pending: false,
  flags: 0,
};

/** A channel as interactions show it. */
export function describeChannel(
  channel: Channel,
  permissions: string,
): WireChannel & { guild_id?: Snowflake } {
  const { id, type, name, guildId } = channel;
  return guildId === undefined ? { id, type } : { id, type, name, guild_id: guildId, permissions };
}

/** A role (Discord documentation, Permissions, "Role Object"). */
export function describeRole({ id, name, position, permissions, mentionable }: Role): WireRole {
  const role = { id, name, position, permissions, mentionable, ...plain };
  return role;
}

const plain = {
  color: 0,
  colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
  hoist: false,
  managed: false,
  icon: null,
  unicode_emoji: null,
  flags: 0,
};
