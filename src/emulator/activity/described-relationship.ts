import { RelationshipType } from "../../wire/activity-rpc.ts";
import type { Player } from "../state/players.ts";
import { describeRpcUser, type RpcUser } from "./described-participant.ts";
import type { ActivityFrame } from "./frame.ts";
import type { ActivityFrames } from "./frames.ts";

/** Another player, as somebody's friend. */
interface RpcRelationship {
  readonly type: number;
  readonly user: RpcUser;
  readonly presence?: { readonly status: string; readonly activity: object | null };
}

/** Another player as a friend of the player (`@discord/embedded-app-sdk` 2.5.0, `Relationship`); online while in an Activity. */
export function describeRelationship(
  frames: ActivityFrames,
  other: Player,
  areFriends: boolean,
): RpcRelationship {
  const [frame] = frames.ofPlayer(other.id);
  return {
    type: areFriends ? RelationshipType.Friend : RelationshipType.None,
    user: describeRpcUser(other),
    ...(frame && { presence: { status: "online", activity: describeStatus(frame) } }),
  };
}

function describeStatus({ application, report }: ActivityFrame): object | null {
  return report.status ? { name: application.name, application_id: application.id, ...report.status } : null;
}
