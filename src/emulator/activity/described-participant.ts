import type { ActivityInstance } from "../../wire/activity-instance.ts";
import { type DescribedUser, describePlayer, type Player } from "../state/players.ts";
import type { World } from "../state/world.ts";

/** A user as an Activity sees it. */
export interface RpcUser extends Pick<
  DescribedUser,
  "id" | "username" | "discriminator" | "avatar" | "flags"
> {
  readonly global_name: string;
  readonly avatar_decoration_data: null;
  readonly bot: boolean;
  readonly premium_type: number;
}

/** Somebody who takes part, with their name in the guild. */
interface Participant extends RpcUser {
  readonly nickname?: string;
}

/** A user as an Activity sees it (`@discord/embedded-app-sdk` 2.5.0, `User`). */
export function describeRpcUser(player: Player): RpcUser {
  const { id, username, discriminator, avatar, flags } = describePlayer(player);
  return {
    id,
    username,
    discriminator,
    global_name: player.name,
    avatar,
    flags,
    avatar_decoration_data: null,
    bot: false,
    premium_type: 0,
  };
}

/** Who takes part, with their names in the guild. */
export function describeParticipants(
  { players, guilds }: World,
  { users, location }: ActivityInstance,
): readonly Participant[] {
  const guild = guilds.byId(location.guild_id ?? "");
  return users.flatMap((id) => {
    const player = players.byId(id);
    if (!player) return [];
    const nickname = guild?.member(player)?.nick;
    return [{ ...describeRpcUser(player), ...(nickname != null && { nickname }) }];
  });
}
