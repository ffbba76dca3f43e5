import { JsonErrorCode } from "../../wire/json-error-code.ts";
import { pageSizes } from "../../wire/limits.ts";
import { Refusal } from "../base/refusal.ts";
import { mustHaveScope } from "../oauth/bearer.ts";
import { describeUserGuild } from "../world/described-guild.ts";
import { parseFlag, parseQueryId, parseQueryNumber } from "./input.ts";
import { pageOf } from "./page.ts";
import type { ApiAnswer, ApiCall, Route } from "./route.ts";

export const guildRoutes: readonly Route[] = [
  ["GET", "/users/@me/guilds", listGuilds],
  ["POST", "/guilds", refuseCreation],
];

/** The guilds that a bot was added to, or that a player is a member of (Discord documentation, User, "Get Current User Guilds"). */
async function listGuilds(call: ApiCall): Promise<ApiAnswer> {
  const caller = await call.authenticate();
  const player = caller.bot ? undefined : mustHaveScope(caller, "guilds");
  const page = {
    before: parseQueryId(call, "before"),
    after: parseQueryId(call, "after"),
    limit: parseQueryNumber(call, "limit", pageSizes.guilds),
  };
  const withCounts = parseFlag(call, "with_counts");
  const { guilds, players } = call.world;
  const seen = guilds.all.filter((guild) =>
    player ? guild.member(player) : caller.application.isIn(guild.id),
  );
  const countOf = (guild: (typeof seen)[number]) => players.all.filter((one) => guild.member(one)).length;
  return {
    status: 200,
    body: pageOf(seen, page).map((guild) =>
      describeUserGuild(guild, player, withCounts ? countOf(guild) : undefined),
    ),
  };
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
