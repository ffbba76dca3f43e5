import { GatewayIntent } from "../../wire/gateway.ts";
import { describeApplication } from "../state/described-application.ts";
import type { Guild } from "../state/guild.ts";
import { isOfShard } from "../state/online-bots.ts";
import { describeBotAccount } from "../state/players.ts";
import type { World } from "../state/world.ts";
import { describeGatewayGuild } from "./described-guild.ts";
import type { GatewaySession } from "./session.ts";

/**
 * What a bot hears first: who it is, and then each of its guilds (Discord documentation, Gateway Events, "Ready").
 *
 * @param at - where it is to resume, and the version of the gateway that it speaks to.
 */
export function welcome(
  world: World,
  session: GatewaySession,
  { url, version }: { readonly url: string; readonly version: number },
): void {
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
  for (const guild of guilds) introduce(world, session, guild);
}

/** Tells a bot of one of its guilds, if it wants to hear of guilds. */
export function introduce(world: World, session: GatewaySession, guild: Guild): void {
  if ((session.identity.intents & GatewayIntent.Guilds) === 0) return;
  session.dispatch("GUILD_CREATE", describeGatewayGuild(world, guild, session.identity));
}

/** Whether a session hears of a guild. */
export function isOfSession({ id }: Guild, { identity }: GatewaySession): boolean {
  return identity.application.guilds?.includes(id) !== false && isOfShard(identity.shard, id);
}
