import { isObject } from "../../core/check/readers.ts";
import { GatewayCloseCode, GatewayIntent, privilegedIntents } from "../../wire/gateway.ts";
import type { EmulatorApplication } from "../state/application.ts";
import {
  describeApplication,
  mayUseIntent,
  describeBotMember,
  describeGuildMember,
  joinedAt,
  describeGuildChannel,
  describeWholeGuild,
} from "../state/descriptions.ts";
import { type Shard, isOfShard } from "../state/online-bots.ts";
import type { World } from "../state/world.ts";
import { Closing, requireObject, isCount } from "./payload.ts";
import type { Guild } from "../state/guild.ts";
import { describeBotAccount } from "../state/players.ts";
import type { GatewaySession, Identity } from "./sessions.ts";
import { threadTypes } from "../../wire/guild.ts";

const knownIntents = Object.values(GatewayIntent).reduce((all, intent) => all | intent, 0);
const mostShards = 16_384;

/**
 * See Discord documentation, Gateway Events, "Identify".
 *
 * @throws Closing 4002, 4004, 4010, 4013 or 4014.
 */
export function readIdentify(world: World, d: unknown): Identity & { readonly compresses: boolean } {
  const { token, properties, intents, shard, compress } = requireObject(d, GatewayCloseCode.DecodeError);
  const application = findBot(world, token);
  if (!isObject(properties)) throw new Closing(GatewayCloseCode.DecodeError);
  return {
    application,
    shard: readShard(shard),
    intents: readIntents(intents, application),
    compresses: compress === true,
  };
}

export function findBot({ applications }: World, token: unknown): EmulatorApplication {
  const bare = typeof token === "string" ? token.replace(/^Bot /, "") : undefined;
  const application = applications.find(({ botToken }) => botToken === bare);
  if (!application) throw new Closing(GatewayCloseCode.AuthenticationFailed);
  return application;
}

function readShard(value: unknown): Shard {
  if (value === undefined || value === null) return [0, 1];
  const [id, count, ...more] = Array.isArray(value) ? (value as readonly unknown[]) : [];
  if (isCount(id) && isCount(count) && id < count && count <= mostShards && more.length === 0)
    return [id, count];
  throw new Closing(GatewayCloseCode.InvalidShard);
}

function readIntents(value: unknown, application: EmulatorApplication): number {
  if (!isCount(value) || value > knownIntents || (value & ~knownIntents) !== 0)
    throw new Closing(GatewayCloseCode.InvalidIntents);
  for (const intent of privilegedIntents.keys()) {
    if ((value & intent) !== 0 && !mayUseIntent(application, intent))
      throw new Closing(GatewayCloseCode.DisallowedIntents);
  }
  return value;
}

/** See Discord documentation, Gateway Events, "Ready". */
export function welcome(world: World, session: GatewaySession, url: string, version: number): void {
  const { application, shard } = session.identity;
  const guilds = world.guilds.all.filter((guild) => isOfSession(guild, session));
  const { id, flags, flags_new } = describeApplication(application);
  session.dispatch("READY", {
    v: version,
    user: describeBotAccount(application),
    guilds: guilds.map((guild) => ({ id: guild.id, unavailable: true })),
    session_id: session.id,
    resume_gateway_url: url,
    shard,
    application: { id, flags, flags_new },
    private_channels: [],
    presences: [],
  });
  for (const guild of guilds) introduce(session, guild);
}

export function introduce(session: GatewaySession, guild: Guild): void {
  if ((session.identity.intents & GatewayIntent.Guilds) === 0) return;
  session.dispatch("GUILD_CREATE", describeGatewayGuild(guild, session.identity));
}

export function isOfSession({ id }: Guild, { identity }: GatewaySession): boolean {
  return identity.application.isIn(id) && isOfShard(identity.shard, id);
}

/** See Discord documentation, Guild, "Guild Object"; Gateway Events, "Guild Create". */
export function describeGatewayGuild(guild: Guild, { application, intents }: Identity): object {
  const { members } = guild;
  const visibleMembers =
    (intents & GatewayIntent.GuildPresences) === 0 ? [] : members.map(describeGuildMember);
  const channels = guild.channels.map(describeGuildChannel);
  return {
    ...describeWholeGuild(guild, application),
    channels: channels.filter(({ type }) => !threadTypes.includes(type)),
    threads: channels.filter(({ type }) => threadTypes.includes(type)),
    members: [...visibleMembers.slice(0, mostMembers), describeBotMember(application)],
    member_count: members.length + 1,
    ...unset,
  };
}

/** For larger guilds, bots must request the other members. */
const mostMembers = 50;

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
