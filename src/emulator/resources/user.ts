import { refusal, unauthorized } from "../base/refusal.ts";
import { requireScope } from "../oauth/bearer.ts";
import { grantsScope } from "../oauth/scopes.ts";
import type { EmulatorApplication } from "../state/application.ts";
import { describeApplication } from "../state/descriptions.ts";
import { describeAccount, describeBot, describeBotAccount, describePlayer } from "../state/players.ts";
import { type ApiCall, asBot, parsePathId, type Route } from "./api-call.ts";

export const userRoutes: readonly Route[] = [
  ["GET", "/users/@me", getUser],
  ["GET", "/users/@me/connections", listConnections],
  ["GET", "/users/:user_id", asBot(getOtherUser)],
  ["GET", "/oauth2/@me", getAuthorization],
];

async function getUser({ authenticate }: ApiCall) {
  const caller = await authenticate();
  if (caller.bot) return describeBotAccount(caller.application);
  const { email, verified, ...account } = describeAccount(requireScope(caller, "identify"));
  return grantsScope(caller.scopes, "email") ? { ...account, email, verified } : account;
}

function getOtherUser(_application: EmulatorApplication, call: ApiCall) {
  const id = parsePathId(call, "user_id");
  const player = call.world.players.byId(id);
  if (player) return describePlayer(player);
  const application = call.world.application(id);
  if (!application) throw refusal("UnknownUser");
  return describeBot(application);
}

async function listConnections({ authenticate }: ApiCall) {
  requireScope(await authenticate(), "connections");
  return [];
}

async function getAuthorization({ authenticate }: ApiCall) {
  const { bot, application, scopes, expires, player } = await authenticate();
  if (bot) throw unauthorized();
  const user = player && grantsScope(scopes, "identify") ? { user: describePlayer(player) } : {};
  return {
    application: describeApplication(application),
    scopes: scopes.split(" ").filter(Boolean),
    expires: expires?.toISOString(),
    ...user,
  };
}
