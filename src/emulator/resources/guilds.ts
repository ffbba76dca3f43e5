import { pageSizes } from "../../wire/limits.ts";
import { Refusal, refusal } from "../base/refusal.ts";
import { mustBeBot, mustHaveScope } from "../oauth/bearer.ts";
import { describeGuildMember, describeUserGuild } from "../state/described-guild.ts";
import { describeGuildChannel, describeWholeGuild } from "../state/described-whole-guild.ts";
import { parseFlag, parsePathId, parseQueryId, parseQueryNumber } from "./input.ts";
import { pageOf } from "./page.ts";
import type { ApiCall, Route } from "./route.ts";
import { JsonErrorCode } from "../../wire/error.ts";
import { threadTypes } from "../../wire/guild.ts";

export const guildRoutes: readonly Route[] = [
  ["GET", "/users/@me/guilds", listGuilds],
  ["POST", "/guilds", refuseCreation],
  ["GET", "/guilds/:guild_id", getGuild],
  ["GET", "/guilds/:guild_id/channels", listChannels],
  ["GET", "/guilds/:guild_id/members/:user_id", getMember],
];

/** The guilds that a bot was added to, or that a player is a member of (Discord documentation, User, "Get Current User Guilds"). */
async function listGuilds(call: ApiCall) {
  const caller = await call.authenticate();
  const player = caller.bot ? undefined : mustHaveScope(caller, "guilds");
  const page = {
    before: parseQueryId(call, "before"),
    after: parseQueryId(call, "after"),
    limit: parseQueryNumber(call, "limit", pageSizes.guilds),
  };
  const withCounts = parseFlag(call, "with_counts");
  const seen = call.world.guilds.all.filter((guild) =>
    player ? guild.member(player) : caller.application.isIn(guild.id),
  );
  return pageOf(seen, page).map((guild) =>
    describeUserGuild(guild, player, withCounts ? guild.members.length : undefined),
  );
}

/** Applications could make guilds once (Application Commands Interface, "Other endpoints"). @throws Refusal 20001. */
async function refuseCreation({ authenticate }: ApiCall): Promise<never> {
  await authenticate();
  throw new Refusal(
    403,
    JsonErrorCode.BotsNotAllowed,
    "Bots cannot use this endpoint: creating guilds is no longer available to applications.",
  );
}

async function getGuild(call: ApiCall) {
  const { guild, application } = await findBotGuild(call);
  return describeWholeGuild(guild, application);
}

/** Without threads, and whatever the bot may see (Discord documentation, Guild, "Get Guild Channels"). */
async function listChannels(call: ApiCall) {
  const { guild } = await findBotGuild(call);
  const channels = guild.channels.map(describeGuildChannel);
  return channels.filter(({ type }) => !threadTypes.includes(type));
}

async function getMember(call: ApiCall) {
  const { guild } = await findBotGuild(call);
  const player = call.world.players.byId(parsePathId(call, "user_id"));
  const member = player && guild.member(player);
  if (!member) throw refusal("UnknownMember");
  return describeGuildMember(member);
}

/** @throws Refusal 401 for anything but a bot's token, 10004 for an unknown guild, 50001 for a guild without the application. */
async function findBotGuild(call: ApiCall) {
  const application = mustBeBot(await call.authenticate());
  const guild = call.world.guilds.byId(parsePathId(call, "guild_id"));
  if (!guild) throw refusal("UnknownGuild");
  if (!application.isIn(guild.id)) throw refusal("MissingAccess");
  return { guild, application };
}
