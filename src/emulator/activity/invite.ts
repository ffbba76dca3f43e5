import type { Snowflake } from "../../wire/snowflake.ts";
import { writeMessage } from "../state/messages.ts";
import { describePlayer, type Player } from "../state/players.ts";
import type { ActivityCall } from "./command.ts";

/** What goes with an invitation. */
interface Enclosed {
  readonly content?: string | undefined;
  readonly customId?: string | undefined;
  readonly referrerId?: Snowflake | undefined;
}

/** Everybody else whom the player can reach: in the guild, or at all. */
export function listOthers({ frame: { place, player }, live }: ActivityCall): readonly Player[] {
  const { guild } = place;
  return live.world.players.all.filter(
    (other) => other.id !== player.id && (!guild || guild.member(other) !== undefined),
  );
}

/** Invites a player to where the Activity runs; what is written with it stands in their direct messages. */
export function invite({ frame, frames, live }: ActivityCall, to: Player, enclosed: Enclosed): void {
  const { player: from, application, instance, report } = frame;
  const { content = "", customId, referrerId } = enclosed;
  frames.invitations.send({
    from,
    to,
    applicationId: application.id,
    instanceId: instance.instance_id,
    content,
    customId,
    referrerId,
    secret: report.status?.secrets?.join,
  });
  const { channels, clock, history } = live.world;
  if (content !== "")
    history.keep(writeMessage(channels.among([from, to]).id, describePlayer(from), content, clock.now()));
}
