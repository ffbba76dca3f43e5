import type { Snowflake } from "../../wire/snowflake.ts";
import type { ChannelType } from "../../wire/command-option.ts";
import type { EmulatorApplication } from "./application.ts";
import type { Channel } from "./channels.ts";
import { describeRole } from "./described-guild.ts";
import type { Guild } from "./guild.ts";

export function describeWholeGuild(guild: Guild, application: EmulatorApplication): object {
  return {
    id: guild.id,
    name: guild.name,
    owner_id: guild.ownerId,
    preferred_locale: guild.locale,
    banner: guild.banner,
    roles: describeRoles(guild, application),
    ...unset,
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

const unset = {
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
