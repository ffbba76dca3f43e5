import { missingAccess, unauthorized } from "../base/refusal.ts";
import type { Caller } from "../oauth/bearer.ts";
import { allows } from "../oauth/scopes.ts";
import { describeApplication } from "../world/described-application.ts";
import type { Guild } from "../world/guild.ts";
import { allPermissions } from "../world/permission-bits.ts";
import { describeAccount, describeBotAccount, describePlayer, type Player } from "../world/players.ts";
import type { ApiAnswer, ApiCall, Route } from "./route.ts";

export const userRoutes: readonly Route[] = [
  ["GET", "/users/@me", getUser],
  ["GET", "/users/@me/guilds", listGuilds],
  ["GET", "/users/@me/connections", listConnections],
  ["GET", "/oauth2/@me", getAuthorization],
];

/** The bot's own user, or the player whose token it is (Discord documentation, User, "Get Current User"). */
async function getUser({ authenticate }: ApiCall): Promise<ApiAnswer> {
  const caller = await authenticate();
  if (caller.bot) return { status: 200, body: describeBotAccount(caller.application) };
  const { email, verified, ...account } = describeAccount(playerWith("identify", caller));
  return { status: 200, body: allows(caller.scopes, "email") ? { ...account, email, verified } : account };
}

/** The guilds that a bot was added to, or that a player is a member of. */
async function listGuilds({ authenticate, world }: ApiCall): Promise<ApiAnswer> {
  const caller = await authenticate();
  const { application } = caller;
  const player = caller.bot ? undefined : playerWith("guilds", caller);
  const seen = world.guilds.all.filter((guild) =>
    player ? guild.member(player) : application.guilds?.includes(guild.id) !== false,
  );
  return { status: 200, body: seen.map((guild) => describeGuild(guild, player)) };
}

/** Nobody in an emulator has an account elsewhere. */
async function listConnections({ authenticate }: ApiCall): Promise<ApiAnswer> {
  playerWith("connections", await authenticate());
  return { status: 200, body: [] };
}

/** What a token is for (Discord documentation, OAuth2, "Get Current Authorization Information"). */
async function getAuthorization({ authenticate }: ApiCall): Promise<ApiAnswer> {
  const { bot, application, scopes, expires, player } = await authenticate();
  if (bot) throw unauthorized();
  const user = player && allows(scopes, "identify") ? { user: describePlayer(player) } : {};
  const body = {
    application: describeApplication(application),
    scopes: scopes.split(" ").filter(Boolean),
    expires: expires?.toISOString(),
    ...user,
  };
  return { status: 200, body };
}

/** @throws Refusal 401 for a token of no player, 50001 for one without the scope. */
function playerWith(scope: string, { player, scopes }: Caller): Player {
  if (!player) throw unauthorized();
  if (!allows(scopes, scope)) throw missingAccess();
  return player;
}

function describeGuild(guild: Guild, player: Player | undefined) {
  const { id, name, ownerId } = guild;
  const member = player && guild.member(player);
  const permissions = member ? guild.permissionsOf(member) : allPermissions;
  return { id, name, icon: null, banner: null, owner: player?.id === ownerId, permissions, features: [] };
}
