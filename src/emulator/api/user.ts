import type { ApiAnswer, ApiContext, ApiRequest } from "./route.ts";
import type { WireUser } from "../../wire/user.ts";
import type { Player } from "../world/players.ts";
import { missingAccess, unauthorized } from "../base/refusal.ts";
import { allows } from "../oauth/scopes.ts";

export async function getUser(_context: ApiContext, request: ApiRequest): Promise<ApiAnswer> {
  const { player, scopes } = await request.authenticate();
  if (!player) throw unauthorized();
  if (!allows(scopes, "identify")) throw missingAccess();
  return { status: 200, body: describePlayer(player) };
}

/** What a token is for (Discord documentation, OAuth2, "Get Current Authorization Information"). */
export async function getAuthorization(_context: ApiContext, request: ApiRequest): Promise<ApiAnswer> {
  const { bot, application, scopes, expires, player } = await request.authenticate();
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

/** A user object (Discord documentation, User resource). */
export function describePlayer({
  id,
  username,
  name,
}: Player): WireUser & { readonly discriminator: string; readonly avatar: null } {
  return { id, username, discriminator: "0", global_name: name, avatar: null };
}
