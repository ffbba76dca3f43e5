import type { ActivityInstance } from "../../wire/application.ts";
import { RelationshipType } from "../../wire/activity-rpc.ts";
import type { EntitlementData } from "../../wire/monetization.ts";
import type { Snowflake } from "../../wire/snowflake.ts";
import type { EmulatorApplication } from "../state/application.ts";
import type { Guild } from "../state/guild.ts";
import { describePlayer, type Player } from "../state/players.ts";
import type { World } from "../state/world.ts";
import type { FrameControls } from "./controls.ts";
import type { FrameReport, WindowProblems } from "./report.ts";

export interface PlayerWindow {
  readonly id: string;
  readonly application: EmulatorApplication;
  readonly player: Player;
  readonly location: { readonly guild: Guild | undefined };
  readonly controls: FrameControls;
  readonly report: FrameReport;
  readonly problems: WindowProblems;
  close(): void;
}

/** A `User` (`@discord/embedded-app-sdk` 2.5.0). */
export function describeRpcUser(player: Player): object {
  const { id, username, discriminator, avatar, flags } = describePlayer(player);
  const others = { avatar_decoration_data: null, bot: false, premium_type: 0 };
  return { id, username, discriminator, global_name: player.name, avatar, flags, ...others };
}

export function describeParticipants(
  { players, guilds }: World,
  { users, location }: ActivityInstance,
): readonly object[] {
  const guild = guilds.byId(location.guild_id ?? "");
  return users.flatMap((id) => {
    const player = players.byId(id);
    if (!player) return [];
    const nickname = guild?.member(player)?.nick;
    return [{ ...describeRpcUser(player), ...(nickname != null && { nickname }) }];
  });
}

/** A `Relationship` (`@discord/embedded-app-sdk` 2.5.0). */
export function describeRelationship(
  windows: { ofPlayer(id: Snowflake): readonly PlayerWindow[] },
  other: Player,
  areFriends: boolean,
): object {
  const [window] = windows.ofPlayer(other.id);
  return {
    type: areFriends ? RelationshipType.Friend : RelationshipType.None,
    user: describeRpcUser(other),
    ...(window && { presence: { status: "online", activity: describeStatus(window) } }),
  };
}

function describeStatus({ application, report }: PlayerWindow) {
  return report.status ? { name: application.name, application_id: application.id, ...report.status } : null;
}

/** A `UserVoiceState` (`@discord/embedded-app-sdk` 2.5.0). */
export function describeVoice({ controls, location: { guild }, player }: PlayerWindow): object {
  const { isMuted: self_mute, isDeafened: self_deaf } = controls;
  return {
    mute: false,
    nick: guild?.member(player)?.nick ?? player.name,
    user: describeRpcUser(player),
    voice_state: { mute: false, deaf: false, self_mute, self_deaf, suppress: false },
    volume: 100,
  };
}

/** An `Entitlement` (`@discord/embedded-app-sdk` 2.5.0). */
export function describeEntitlementForActivity(data: EntitlementData): object {
  return { ...data, user_id: data.user_id ?? "", gift_code_flags: 0 };
}
