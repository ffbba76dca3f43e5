import { fields } from "../../../core/check/fields.ts";
import { asItIs, textOf } from "../../../core/check/readers.ts";
import { type ActivityCommand, createCommand } from "../command.ts";
import { describeRpcUser } from "../described-participant.ts";
import { describeRelationship } from "../described-relationship.ts";

const readUser = fields<{ id: string }>({ id: textOf({ most: 64 }) });

/** Any user with an account; null if there is no such account. */
export const getUser: ActivityCommand = createCommand(readUser, ({ live }, { id }) => {
  const player = live.world.players.byId(id);
  return player ? describeRpcUser(player) : null;
});

/** The friends of the player. */
export const getRelationships: ActivityCommand = createCommand(
  asItIs<unknown>(),
  ({ frame, frames, live }) => ({
    relationships: live.world.friendships
      .of(frame.player)
      .map((friend) => describeRelationship(frames, friend, true)),
  }),
  ["relationships.read"],
);
