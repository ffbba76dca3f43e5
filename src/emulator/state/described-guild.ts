import type { Snowflake } from "../../wire/snowflake.ts";
import type { WireChannel, WireMember, WireRole } from "../../wire/interaction.ts";
import type { Channel } from "./channels.ts";
import type { Guild, Member, Role } from "./guild.ts";
import { allPermissions } from "./permission-book.ts";
import { type DescribedUser, describePlayer, type Player } from "./players.ts";
import type { ThreadMember } from "../../wire/guild.ts";
import type { UserGuild } from "../../wire/user.ts";

interface Whereabouts {
  readonly guild: Guild | undefined;
  readonly member: Member | undefined;
}

export function permissionsIn({ guild, member }: Whereabouts): string {
  return guild && member ? guild.permissionsOf(member) : allPermissions;
}

export function describeMember(guild: Guild, member: Member): WireMember {
  return { ...describeMembership(member), permissions: guild.permissionsOf(member) };
}

export function describeGuildMember({ player, ...membership }: Member): DescribedMember {
  return describeUserAsMember(describePlayer(player), membership);
}

export function describeUserAsMember(
  user: DescribedUser,
  membership: Omit<Member, "player">,
): DescribedMember {
  return { user, ...describeMembership(membership), deaf: false, mute: false };
}

interface DescribedMember extends Membership {
  readonly user: DescribedUser;
  readonly deaf: boolean;
  readonly mute: boolean;
}

type Membership = typeof unset & {
  readonly roles: readonly Snowflake[];
  readonly joined_at: string;
  readonly nick: string | null;
};

export const joinedAt = "2026-01-01T00:00:00.000Z";

function describeMembership({ roles, nick }: Omit<Member, "player">): Membership {
  return { roles, joined_at: joinedAt, nick, ...unset };
}

const unset = {
  avatar: null,
  banner: null,
  communication_disabled_until: null,
  premium_since: null,
  pending: false,
  flags: 0,
};

export function describeUserGuild(
  guild: Guild,
  player: Player | undefined,
  count: number | undefined,
): UserGuild {
  const { id, name, ownerId, banner } = guild;
  const member = player && guild.member(player);
  return {
    id,
    name,
    icon: null,
    banner,
    owner: player?.id === ownerId,
    permissions: member ? guild.permissionsOf(member) : allPermissions,
    features: [],
    ...(count !== undefined && { approximate_member_count: count, approximate_presence_count: count }),
  };
}

export function describeThreadMember(
  thread: Channel,
  player: Player,
  guild: Guild | undefined,
): ThreadMember {
  const member = guild?.member(player);
  return {
    id: thread.id,
    user_id: player.id,
    join_timestamp: joinedAt,
    flags: 0,
    ...(member && { member: describeGuildMember(member) }),
  };
}

export function describeChannel(
  channel: Channel,
  permissions: string,
): WireChannel & { guild_id?: Snowflake } {
  const { id, type, name, guildId, parentId } = channel;
  if (guildId === undefined) return { id, type };
  const parent = parentId === undefined ? {} : { parent_id: parentId };
  return { id, type, name, guild_id: guildId, permissions, ...parent };
}

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
