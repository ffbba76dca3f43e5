import { missingAccess, unauthorized } from "../base/refusal.ts";
import { allows } from "../oauth/scopes.ts";
import { describePlayer } from "../world/players.ts";
import type { ApiAnswer, ApiCall, Route } from "./route.ts";

export const userRoutes: readonly Route[] = [
  ["GET", "/users/@me", getUser],
  ["GET", "/oauth2/@me", getAuthorization],
];

async function getUser({ authenticate }: ApiCall): Promise<ApiAnswer> {
  const { player, scopes } = await authenticate();
  if (!player) throw unauthorized();
  if (!allows(scopes, "identify")) throw missingAccess();
  return { status: 200, body: describePlayer(player) };
}

/** What a token is for (Discord documentation, OAuth2, "Get Current Authorization Information"). */
async function getAuthorization({ authenticate }: ApiCall): Promise<ApiAnswer> {
  const { bot, application, scopes, expires, player } = await authenticate();
  if (bot) throw unauthorized();
  const user = player && allows(scopes, "identify") ? { user: describePlayer(player) } : {};
  const body = {
    application: { id: application.id, name: application.name, verify_key: application.publicKey },
    scopes: scopes.split(" ").filter(Boolean),
    expires: expires?.toISOString(),
    ...user,
  };
  return { status: 200, body };
}
