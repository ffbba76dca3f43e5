import { refusal } from "../base/refusal.ts";
import { pageSizes } from "../../wire/limits.ts";
import { describeThreadMember } from "../state/described-guild.ts";
import type { Player } from "../state/players.ts";
import { findBotChannel } from "./messages.ts";
import { parseFlag, parsePathId, parseQueryId, parseQueryNumber } from "./input.ts";
import { pageOf } from "./page.ts";
import type { ApiCall, Route } from "./route.ts";
import { threadTypes } from "../../wire/guild.ts";

const members = "/channels/:channel_id/thread-members";

export const threadMemberRoutes: readonly Route[] = [
  ["GET", members, listMembers],
  ["GET", `${members}/:user_id`, getMember],
];

/** The first API version that always returns pages (Application Commands Interface, "Other endpoints"). */
const alwaysPaged = 11;

async function listMembers(call: ApiCall) {
  const { players, describe, withMember } = await findThread(call);
  const limit = parseQueryNumber(call, "limit", pageSizes.threadMembers);
  const page = { after: parseQueryId(call, "after"), limit };
  const isPaged = withMember || call.version >= alwaysPaged;
  return pageOf(players, isPaged ? page : {}).map(describe);
}

async function getMember(call: ApiCall) {
  const { players, describe } = await findThread(call);
  const userId = parsePathId(call, "user_id");
  const player = players.find(({ id }) => id === userId);
  if (!player) throw refusal("UnknownMember");
  return describe(player);
}

async function findThread(call: ApiCall) {
  const { channel } = await findBotChannel(call);
  if (!threadTypes.includes(channel.type)) throw refusal("WrongChannelType");
  const withMember = parseFlag(call, "with_member");
  const guild = withMember ? call.world.guilds.byId(channel.guildId ?? "") : undefined;
  return {
    withMember,
    players: channel.members,
    describe: (player: Player) => describeThreadMember(channel, player, guild),
  };
}
