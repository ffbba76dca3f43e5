import { GatewayIntent } from "../../wire/gateway.ts";
import { threadTypes } from "../../wire/thread-types.ts";
import type { EmulatorApplication } from "../world/application.ts";
import type { Channel } from "../world/channels.ts";
import {
  describeGuildMember,
  describeRole,
  describeUserAsMember,
  joinedAt,
} from "../world/described-guild.ts";
import type { Guild } from "../world/guild.ts";
import { describeBot } from "../world/players.ts";
import type { World } from "../world/world.ts";
import type { Identity } from "./identify.ts";

/** A guild as its `GUILD_CREATE` shows it (Discord documentation, Guild, "Guild Object"; Gateway Events, "Guild Create"). */
export function describeGatewayGuild(world: World, guild: Guild, { application, intents }: Identity): object {
  const members = world.players.all.flatMap((player) => guild.member(player) ?? []);
  const bot = describeUserAsMember(describeBot(application), { nick: null, roles: [application.id] });
  // Without the presences, a bot sees nobody but itself.
  const seen = (intents & GatewayIntent.GuildPresences) === 0 ? [] : members.map(describeGuildMember);
  const channels = guild.channels.map(describeGatewayChannel);
  return {
    id: guild.id,
    name: guild.name,
    owner_id: guild.ownerId,
    preferred_locale: guild.locale,
    banner: guild.banner,
    roles: [...guild.roles.map(describeRole), describeBotRole(application, guild.roles.length)],
    channels: channels.filter(({ type }) => !threadTypes.includes(type)),
    threads: channels.filter(({ type }) => threadTypes.includes(type)),
    members: [...seen.slice(0, mostSeen), bot],
    member_count: members.length + 1,
    ...unset,
  };
}

/** More makes a guild a large one, whose members a bot asks for. */
const mostSeen = 50;

/** The role that the service makes for a bot, with what the bot may do. */
function describeBotRole({ id, name, permissions }: EmulatorApplication, position: number): object {
  const role = describeRole({ id, name, permissions, position, mentionable: false });
  return { ...role, managed: true, tags: { bot_id: id } };
}

function describeGatewayChannel({ id, type, name, nsfw, guildId, parentId }: Channel, position: number) {
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
  joined_at: joinedAt,
  large: false,
  unavailable: false,
  icon: null,
  splash: null,
  discovery_splash: null,
  home_header: null,
  nsfw: false,
  description: null,
  emojis: [],
  stickers: [],
  features: [],
  voice_states: [],
  presences: [],
  stage_instances: [],
  guild_scheduled_events: [],
  soundboard_sounds: [],
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
