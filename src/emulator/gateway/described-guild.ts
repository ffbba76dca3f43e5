import { GatewayIntent } from "../../wire/gateway.ts";
import { threadTypes } from "../../wire/thread-types.ts";
import { describeGuildMember, describeUserAsMember, joinedAt } from "../state/described-guild.ts";
import { describeGuildChannel, describeWholeGuild } from "../state/described-whole-guild.ts";
import type { Guild } from "../state/guild.ts";
import { describeBot } from "../state/players.ts";
import type { World } from "../state/world.ts";
import type { Identity } from "./identify.ts";

/** A guild as its `GUILD_CREATE` shows it (Discord documentation, Guild, "Guild Object"; Gateway Events, "Guild Create"). */
export function describeGatewayGuild(world: World, guild: Guild, { application, intents }: Identity): object {
  const members = world.players.all.flatMap((player) => guild.member(player) ?? []);
  const bot = describeUserAsMember(describeBot(application), { nick: null, roles: [application.id] });
  // Without the presences, a bot sees nobody but itself.
  const seen = (intents & GatewayIntent.GuildPresences) === 0 ? [] : members.map(describeGuildMember);
  const channels = guild.channels.map(describeGuildChannel);
  return {
    ...describeWholeGuild(guild, application),
    channels: channels.filter(({ type }) => !threadTypes.includes(type)),
    threads: channels.filter(({ type }) => threadTypes.includes(type)),
    members: [...seen.slice(0, mostSeen), bot],
    member_count: members.length + 1,
    ...unset,
  };
}

/** More makes a guild a large one, whose members a bot asks for. */
const mostSeen = 50;

const unset = {
  joined_at: joinedAt,
  large: false,
  unavailable: false,
  voice_states: [],
  presences: [],
  stage_instances: [],
  guild_scheduled_events: [],
  soundboard_sounds: [],
};
