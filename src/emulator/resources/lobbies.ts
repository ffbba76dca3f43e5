import type { Snowflake } from "../../wire/snowflake.ts";
import { JsonErrorCode } from "../../wire/json-error-code.ts";
import type { LobbyMemberUpdate } from "../../wire/lobby.ts";
import { missingAccess, Refusal, refuse } from "../base/refusal.ts";
import { lobbyMembersForm } from "./lobby-members.ts";
import { mustBeBot } from "../oauth/bearer.ts";
import { parseJson, parsePathId } from "./input.ts";
import type { ApiAnswer, ApiCall, Route } from "./route.ts";

export const lobbyRoutes: readonly Route[] = [["POST", "/lobbies/:lobby_id/members/bulk", updateMembers]];

type Update = LobbyMemberUpdate & { readonly id: Snowflake };

/** Adds, changes and removes members (Application Commands Interface, "Other endpoints"). Users who do not exist are left out. */
async function updateMembers(call: ApiCall): Promise<ApiAnswer> {
  const application = mustBeBot(await call.authenticate());
  const found = call.world.lobby(parsePathId(call, "lobby_id"));
  if (!found) throw new Refusal(404, JsonErrorCode.UnknownLobby, "Unknown Lobby");
  if (found.application !== application) throw missingAccess();
  const body = parseJson(call) as readonly Update[] | null;
  if (body === null) return { status: 200, body: [] };
  refuse(lobbyMembersForm(body, []));
  const known = body.filter((update) => call.world.players.byId(update.id));
  return { status: 200, body: known.flatMap((update) => found.lobby.update(update) ?? []) };
}
