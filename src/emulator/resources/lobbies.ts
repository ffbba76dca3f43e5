import {
  type Check,
  dictionary,
  flag,
  id,
  list,
  oneOf,
  problem,
  record,
  text,
} from "../../interactions/messages/rules/checks.ts";
import { lobbyLimits as limits } from "../../wire/limits.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { LobbyMemberUpdate } from "../../wire/lobby.ts";
import { refuse, refusal } from "../base/refusal.ts";
import { mustBeBot } from "../oauth/bearer.ts";
import { parseJson, parsePathId } from "./input.ts";
import type { ApiCall, Route } from "./route.ts";

const texts = dictionary(text(limits.metadataValueLength));

const metadata: Check = (value, path) => {
  const problems = texts(value, path);
  if (problems.length > 0) return problems;
  const length = Array.from(
    Object.entries(value as Readonly<Record<string, string>>)
      .flat()
      .join(""),
  ).length;
  if (length <= limits.metadataLength) return [];
  return problem(path, "BASE_TYPE_MAX_LENGTH", `Must be ${limits.metadataLength} or fewer in length.`);
};

export const lobbyMembersForm: Check = list(
  record({
    required: { id },
    optional: {
      metadata,
      flags: oneOf(1),
      additional_name: text(limits.additionalNameLength, 1),
      remove_member: flag,
    },
  }),
  limits.membersPerRequest,
);

export const lobbyRoutes: readonly Route[] = [["POST", "/lobbies/:lobby_id/members/bulk", updateMembers]];

type Update = LobbyMemberUpdate & { readonly id: Snowflake };

/** Unknown users are ignored. */
async function updateMembers(call: ApiCall) {
  const application = mustBeBot(await call.authenticate());
  const found = call.world.lobby(parsePathId(call, "lobby_id"));
  if (!found) throw refusal("UnknownLobby");
  if (found.application !== application) throw refusal("MissingAccess");
  const body = parseJson(call) as readonly Update[] | null;
  if (body === null) return [];
  refuse(lobbyMembersForm(body, []));
  const known = body.filter((update) => call.world.players.byId(update.id));
  return known.flatMap((update) => found.lobby.update(update) ?? []);
}
