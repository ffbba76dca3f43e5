import { JsonErrorCode } from "../../wire/error.ts";
import { GatewayIntent } from "../../wire/gateway.ts";
import { threadTypes } from "../../wire/guild.ts";
import { pageSizes } from "../../wire/limits.ts";
import { invalidField, Refusal, refusal } from "../base/refusal.ts";
import { requireScope } from "../oauth/bearer.ts";
import type { EmulatorApplication } from "../state/application.ts";
import {
  mayUseIntent,
  describeGuildChannel,
  describeGuildMember,
  describeRoles,
  describeUserAsMember,
  describeUserGuild,
  describeWholeGuild,
} from "../state/descriptions.ts";
import type { Guild } from "../state/guild.ts";
import { describeBot } from "../state/players.ts";
import {
  type ApiCall,
  authenticateBot,
  selectPage,
  parseFlag,
  parsePage,
  parsePathId,
  type Route,
} from "./api-call.ts";

export const guildRoutes: readonly Route[] = [
  ["GET", "/users/@me/guilds", listGuilds],
  ["POST", "/guilds", refuseCreation],
  ["GET", "/guilds/:guild_id", getGuild],
  ["GET", "/guilds/:guild_id/channels", listChannels],
  ["GET", "/guilds/:guild_id/roles", listRoles],
  ["GET", "/guilds/:guild_id/members", listMembers],
  ["GET", "/guilds/:guild_id/members/search", searchMembers],
  ["GET", "/guilds/:guild_id/members/:user_id", getMember],
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

async function getGuild(call: ApiCall) {
  const { guild, application } = await findBotGuild(call);
  return describeWholeGuild(guild, application);
}

/** Ignores the bot's permissions (Discord documentation, Guild, "Get Guild Channels"). */
async function listChannels(call: ApiCall) {
  const { guild } = await findBotGuild(call);
  const channels = guild.channels.map(describeGuildChannel);
  return channels.filter(({ type }) => !threadTypes.includes(type));
}

async function listRoles(call: ApiCall) {
  const { guild, application } = await findBotGuild(call);
  return describeRoles(guild, application);
}

async function listMembers(call: ApiCall) {
  const { guild, application } = await findBotGuild(call);
  const { after, limit } = parsePage(call, pageSizes.members, 1);
  if (!mayUseIntent(application, GatewayIntent.GuildMembers)) throw refusal("MissingAccess");
  const members = membersOf(guild, application).map((member) => ({ id: member.user.id, member }));
  return selectPage(members, { after, limit }).map(({ member }) => member);
}

async function searchMembers(call: ApiCall) {
  const { guild, application } = await findBotGuild(call);
  const start = (call.query.get("query") ?? "").toLowerCase();
  if (start === "") throw invalidField("query", "BASE_TYPE_REQUIRED", "This field is required");
  const { limit } = parsePage(call, pageSizes.members, 1);
  const found = membersOf(guild, application).filter(({ user, nick }) =>
    [user.username, nick ?? ""].some((name) => name.toLowerCase().startsWith(start)),
  );
  return found.slice(0, limit);
}

async function getMember(call: ApiCall) {
  const { guild, application } = await findBotGuild(call);
  const id = parsePathId(call, "user_id");
  const member = membersOf(guild, application).find(({ user }) => user.id === id);
  if (!member) throw refusal("UnknownMember");
  return member;
}

function membersOf(guild: Guild, application: EmulatorApplication) {
  const bot = describeUserAsMember(describeBot(application), { nick: null, roles: [application.id] });
  return [...guild.members.map(describeGuildMember), bot];
}

async function findBotGuild(call: ApiCall) {
  const application = await authenticateBot(call);
  const guild = call.world.guilds.byId(parsePathId(call, "guild_id"));
  if (!guild) throw refusal("UnknownGuild");
  if (!application.isIn(guild.id)) throw refusal("MissingAccess");
  return { guild, application };
}
