import { JsonErrorCode } from "../../wire/error.ts";
import { GatewayIntent } from "../../wire/gateway.ts";
import { threadTypes } from "../../wire/guild.ts";
import { pageSizes } from "../../wire/limits.ts";
import { Refusal, refusal } from "../base/refusal.ts";
import { requireScope } from "../oauth/bearer.ts";
import type { EmulatorApplication } from "../state/application.ts";
import {
  mayUseIntent,
  describeBotMember,
  describeGuildChannel,
  describeGuildMember,
  describeRoles,
  describeUserGuild,
  describeWholeGuild,
} from "../state/descriptions.ts";
import type { Guild } from "../state/guild.ts";
import {
  type ApiCall,
  asBot,
  selectPage,
  parseFlag,
  parsePage,
  parsePathId,
  requiredField,
  type Route,
} from "./api-call.ts";

export const guildRoutes: readonly Route[] = [
  ["GET", "/users/@me/guilds", listGuilds],
  ["POST", "/guilds", refuseCreation],
  ["GET", "/guilds/:guild_id", inGuild(describeWholeGuild)],
  ["GET", "/guilds/:guild_id/channels", inGuild(listChannels)],
  ["GET", "/guilds/:guild_id/roles", inGuild(describeRoles)],
  ["GET", "/guilds/:guild_id/members", inGuild(listMembers)],
  ["GET", "/guilds/:guild_id/members/search", inGuild(searchMembers)],
  ["GET", "/guilds/:guild_id/members/:user_id", inGuild(getMember)],
];

async function listGuilds(call: ApiCall) {
  const caller = await call.authenticate();
  const player = caller.bot ? undefined : requireScope(caller, "guilds");
  const page = parsePage(call, pageSizes.guilds);
  const withCounts = parseFlag(call, "with_counts");
  const found = call.world.guilds.all.filter((guild) =>
    player ? guild.member(player) : caller.application.isIn(guild.id),
  );
  return selectPage(found, page).map((guild) =>
    describeUserGuild(guild, player, withCounts ? guild.members.length : undefined),
  );
}

/** Applications can no longer create guilds. */
async function refuseCreation({ authenticate }: ApiCall): Promise<never> {
  await authenticate();
  throw new Refusal(
    403,
    JsonErrorCode.BotsNotAllowed,
    "Bots cannot use this endpoint: applications can no longer create guilds.",
  );
}

/** Ignores the bot's permissions (Discord documentation, Guild, "Get Guild Channels"). */
function listChannels(guild: Guild) {
  const channels = guild.channels.map(describeGuildChannel);
  return channels.filter(({ type }) => !threadTypes.includes(type));
}

function listMembers(guild: Guild, application: EmulatorApplication, call: ApiCall) {
  const { after, limit } = parsePage(call, pageSizes.members, 1);
  if (!mayUseIntent(application, GatewayIntent.GuildMembers)) throw refusal("MissingAccess");
  const members = membersOf(guild, application).map((member) => ({ id: member.user.id, member }));
  return selectPage(members, { after, limit }).map(({ member }) => member);
}

function searchMembers(guild: Guild, application: EmulatorApplication, call: ApiCall) {
  const start = (call.query.get("query") ?? "").toLowerCase();
  if (start === "") throw requiredField("query");
  const { limit } = parsePage(call, pageSizes.members, 1);
  const found = membersOf(guild, application).filter(({ user, nick }) =>
    [user.username, nick ?? ""].some((name) => name.toLowerCase().startsWith(start)),
  );
  return found.slice(0, limit);
}

function getMember(guild: Guild, application: EmulatorApplication, call: ApiCall) {
  const id = parsePathId(call, "user_id");
  const member = membersOf(guild, application).find(({ user }) => user.id === id);
  if (!member) throw refusal("UnknownMember");
  return member;
}

function membersOf(guild: Guild, application: EmulatorApplication) {
  return [...guild.members.map(describeGuildMember), describeBotMember(application)];
}

function inGuild(
  answer: (guild: Guild, application: EmulatorApplication, call: ApiCall) => unknown,
): Route[2] {
  return asBot((application, call) => {
    const guild = call.world.guilds.byId(parsePathId(call, "guild_id"));
    if (!guild) throw refusal("UnknownGuild");
    if (!application.isIn(guild.id)) throw refusal("MissingAccess");
    return answer(guild, application, call);
  });
}
