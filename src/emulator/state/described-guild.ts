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

/** A member's permissions at a place: in direct messages, all that apply there. */
export function permissionsIn({ guild, member }: Whereabouts): string {
  return guild && member ? guild.permissionsOf(member) : allPermissions;
}

/** A member without the user, as interactions show it (Discord documentation, Guild, "Guild Member Object"). */
export function describeMember(guild: Guild, member: Member): WireMember {
  return { ...describeMembership(member), permissions: guild.permissionsOf(member) };
}

/** A member, as the gateway shows it (the same). */
export function describeGuildMember({ player, ...membership }: Member): DescribedMember {
  return describeUserAsMember(describePlayer(player), membership);
}

/** A user who is in a guild, such as a bot. */
export function describeUserAsMember(
  user: DescribedUser,
  membership: Omit<Member, "player">,
): DescribedMember {
  return { user, ...describeMembership(membership), deaf: false, mute: false };
}

/** The facts of a member. */
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

/** When everybody has joined. */
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

/** A guild in the list of somebody who is in it: of a player, or of a bot. @param count - of members, where it is asked for. */
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

/** Somebody who follows a thread. @param guild - where the member of the guild is asked for too. */
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

/** A channel as interactions show it. */
export function describeChannel(
  channel: Channel,
  permissions: string,
): WireChannel & { guild_id?: Snowflake } {
  const { id, type, name, guildId, parentId } = channel;
  if (guildId === undefined) return { id, type };
  const parent = parentId === undefined ? {} : { parent_id: parentId };
  return { id, type, name, guild_id: guildId, permissions, ...parent };
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
