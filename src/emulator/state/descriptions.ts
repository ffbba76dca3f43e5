import type { EmulatorApplication } from "./application.ts";
import { describeSettings } from "./application-settings.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import { describeBot, describePlayer, type Player, type DescribedUser } from "./players.ts";
import { ApplicationFlag } from "../../wire/application.ts";
import { privilegedIntents } from "../../wire/gateway.ts";
import type { WireChannel, WireMember, WireRole } from "../../wire/interaction.ts";
import type { ChannelType } from "../../wire/command-option.ts";
import type { Channel } from "./channels.ts";
import type { Guild, Member, Role } from "./guild.ts";
import { everyPermission } from "./permission-book.ts";
import type { ThreadMember } from "../../wire/guild.ts";
import type { UserGuild } from "../../wire/user.ts";

interface DescribedApplication {
  readonly id: Snowflake;
  readonly flags: number;
  readonly flags_new: string;
  readonly [field: string]: unknown;
}

export function describeApplication(application: EmulatorApplication): DescribedApplication {
  const { id, name, settings, publicKey, publicClient, activities, integrationTypes } = application;
  const flags =
    Number(settings["flags"] ?? 0) |
    (publicClient ? ApplicationFlag.PublicClient : 0) |
    (activities ? ApplicationFlag.Embedded : 0);
  return {
    id,
    name,
    icon: null,
    description: "",
    type: null,
    bot: describeBot(application),
    bot_public: true,
    bot_require_code_grant: false,
    integration_types_config: Object.fromEntries(integrationTypes.map((type) => [type, {}])),
    verify_key: publicKey,
    ...describeSettings(settings, "everyone"),
    flags,
    flags_new: String(flags),
  };
}

export function mayUseIntent(application: EmulatorApplication, intent: number): boolean {
  const given = privilegedIntents.get(intent);
  return given === undefined || (describeApplication(application).flags & given) !== 0;
}

export function describeOwnApplication(
  application: EmulatorApplication,
  owner: Player,
): DescribedApplication {
  const { redirectUris, interactionsEndpoint, guilds = [] } = application;
  return {
    ...describeApplication(application),
    redirect_uris: redirectUris,
    interactions_endpoint_url: interactionsEndpoint ?? null,
    role_connections_verification_url: null,
    owner: describePlayer(owner),
    approximate_guild_count: guilds.length,
    approximate_user_install_count: 0,
    approximate_user_authorization_count: 0,
    explicit_content_filter: 0,
    team: null,
    eligible_oauth2_scopes: [],
    ...describeSettings(application.settings, "owner"),
  };
}

interface Whereabouts {
  readonly guild: Guild | undefined;
  readonly member: Member | undefined;
}

export function permissionsIn({ guild, member }: Whereabouts): string {
  return guild && member ? guild.permissionsOf(member) : everyPermission;
}

export function describeMember(guild: Guild, member: Member): WireMember {
  return { ...describeMembership(member), permissions: guild.permissionsOf(member) };
}

export function describeGuildMember({ player, ...membership }: Member): DescribedMember {
  return describeUserAsMember(describePlayer(player), membership);
}

export function describeBotMember(application: EmulatorApplication): DescribedMember {
  return describeUserAsMember(describeBot(application), { nick: null, roles: [application.id] });
}

function describeUserAsMember(user: DescribedUser, membership: Omit<Member, "player">): DescribedMember {
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
    permissions: member ? guild.permissionsOf(member) : everyPermission,
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

export function describeWholeGuild(guild: Guild, application: EmulatorApplication): object {
  return {
    id: guild.id,
    name: guild.name,
    owner_id: guild.ownerId,
    preferred_locale: guild.locale,
    banner: guild.banner,
    roles: describeRoles(guild, application),
    ...unsetGuildFields,
  };
}

export function describeRoles(guild: Guild, application: EmulatorApplication): readonly object[] {
  return [...guild.roles.map(describeRole), describeBotRole(application, guild.roles.length)];
}

function describeBotRole({ id, name, permissions }: EmulatorApplication, position: number): object {
  const role = describeRole({ id, name, permissions, position, mentionable: false });
  return { ...role, managed: true, tags: { bot_id: id } };
}

interface DescribedChannel {
  readonly id: Snowflake;
  readonly type: ChannelType;
  readonly [field: string]: unknown;
}

export function describeGuildChannel(channel: Channel, position: number): DescribedChannel {
  const { id, type, name, nsfw, guildId, parentId } = channel;
  return {
    id,
    type,
    name,
    nsfw,
    guild_id: guildId,
    position,
    parent_id: parentId ?? null,
    topic: null,
    last_message_id: null,
    permission_overwrites: [],
    rate_limit_per_user: 0,
    flags: 0,
  };
}

const unsetGuildFields = {
  icon: null,
  splash: null,
  discovery_splash: null,
  home_header: null,
  nsfw: false,
  description: null,
  emojis: [],
  stickers: [],
  features: [],
  afk_channel_id: null,
  afk_timeout: 300,
  application_id: null,
  default_message_notifications: 0,
  explicit_content_filter: 0,
  hub_type: null,
  incidents_data: null,
  max_members: 500_000,
  max_presences: null,
  max_video_channel_users: 25,
  max_stage_video_channel_users: 50,
  mfa_level: 0,
  nsfw_level: 0,
  premium_progress_bar_enabled: false,
  premium_subscription_count: 0,
  premium_tier: 0,
  public_updates_channel_id: null,
  region: "deprecated",
  rules_channel_id: null,
  safety_alerts_channel_id: null,
  system_channel_flags: 0,
  system_channel_id: null,
  vanity_url_code: null,
  verification_level: 0,
  widget_channel_id: null,
  widget_enabled: false,
};
