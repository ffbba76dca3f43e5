import type { ActivityFrame } from "./frame.ts";
import { describeRpcUser, type RpcUser } from "./described-participant.ts";

/** How loud everybody is: nobody can be made louder here. */
const volume = 100;

/** A player in voice. */
export interface RpcVoice {
  readonly mute: boolean;
  readonly nick: string;
  readonly user: RpcUser;
  readonly voice_state: Readonly<Record<"mute" | "deaf" | "self_mute" | "self_deaf" | "suppress", boolean>>;
  readonly volume: number;
}

/** A player in voice, as an Activity sees it (`@discord/embedded-app-sdk` 2.5.0, `UserVoiceState`). */
export function describeVoice({
  controls,
  place: { guild },
  player,
}: Pick<ActivityFrame, "controls" | "place" | "player">): RpcVoice {
  return {
    mute: false,
    nick: guild?.member(player)?.nick ?? player.name,
    user: describeRpcUser(player),
    voice_state: {
      mute: false,
      deaf: false,
      self_mute: controls.isMuted,
      self_deaf: controls.isDeafened,
      suppress: false,
    },
    volume,
  };
}
