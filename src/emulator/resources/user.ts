import { unauthorized } from "../base/refusal.ts";
import { mustHaveScope } from "../oauth/bearer.ts";
import { allows } from "../oauth/scopes.ts";
import { describeApplication } from "../state/described-application.ts";
import { describeAccount, describeBotAccount, describePlayer } from "../state/players.ts";
import type { ApiCall, Route } from "./route.ts";

export const userRoutes: readonly Route[] = [
  ["GET", "/users/@me", getUser],
  ["GET", "/users/@me/connections", listConnections],
  ["GET", "/oauth2/@me", getAuthorization],
];

/** The bot's own user, or the player whose token it is (Discord documentation, User, "Get Current User"). */
async function getUser({ authenticate }: ApiCall) {
  const caller = await authenticate();
  if (caller.bot) return describeBotAccount(caller.application);
  const { email, verified, ...account } = describeAccount(mustHaveScope(caller, "identify"));
  return allows(caller.scopes, "email") ? { ...account, email, verified } : account;
}

/** Nobody in an emulator has an account elsewhere. */
async function listConnections({ authenticate }: ApiCall) {
  mustHaveScope(await authenticate(), "connections");
  return [];
}

/** The application, user and scopes of a token (Discord documentation, OAuth2, "Get Current Authorization Information"). */
async function getAuthorization({ authenticate }: ApiCall) {
  const { bot, application, scopes, expires, player } = await authenticate();
  if (bot) throw unauthorized();
  const user = player && allows(scopes, "identify") ? { user: describePlayer(player) } : {};
  const body = {
    application: describeApplication(application),
    scopes: scopes.split(" ").filter(Boolean),
    expires: expires?.toISOString(),
    ...user,
  };
  return body;
}
