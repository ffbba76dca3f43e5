import { missingAccess, unauthorized } from "../base/refusal.ts";
import type { Caller } from "../oauth/bearer.ts";
import { allows } from "../oauth/scopes.ts";
import { describeApplication } from "../world/described-application.ts";
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

/** The guilds of the world are those that applications name, and players are in all of them. */
async function listGuilds({ authenticate, world }: ApiCall): Promise<ApiAnswer> {
  const caller = await authenticate();
  if (!caller.bot) playerWith("guilds", caller);
  const named = (caller.bot ? [caller.application] : world.applications).flatMap(
    ({ guilds }) => guilds ?? [],
  );
  return { status: 200, body: [...new Set(named)].map(describeGuild) };
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

function describeGuild(id: string) {
  return { id, name: `Guild ${id}`, icon: null, banner: null, owner: false, permissions: "0", features: [] };
}
