import { fields } from "../../../core/check/fields.ts";
import { asItIs, textOf } from "../../../core/check/readers.ts";
import { ChannelType } from "../../../wire/command-option.ts";
import { RpcErrorCode } from "../../../wire/desktop-client.ts";
import { RpcRefusal } from "../rpc/rpc-refusal.ts";
import type { Channel } from "../../state/channels.ts";
import { type ActivityCall, type ActivityCommand, createCommand } from "../command.ts";
import { describeVoice, type RpcVoice } from "../described-voice.ts";
import type { ActivityFrames } from "../frames.ts";

const readArguments = fields<{ readonly channel_id: string }>({ channel_id: textOf({ most: 20 }) });

/** A channel that the player sees. */
export const getChannel: ActivityCommand = createCommand(
  readArguments,
  (call, { channel_id: id }) => {
    const channel = call.live.world.channels.byId(id);
    if (!channel || !isSeen(call, channel))
      throw new RpcRefusal(
        RpcErrorCode.InvalidChannel,
        `Invalid channel: the player sees none with the id ${id}.`,
      );
    if (channel.guildId === undefined) call.session.mustHave(["dm_channels.read"]);
    return describeChannel(call, channel);
  },
  ["guilds"],
);

/** What the player may do in the channel of the Activity; nothing is said of direct messages. */
export const getChannelPermissions: ActivityCommand = createCommand(
  asItIs(),
  ({ frame: { place, player } }) => {
    const member = place.guild?.member(player);
    return { permissions: (member && place.guild?.permissionsOf(member)) ?? "0" };
  },
  ["guilds.members.read"],
);

function isSeen({ live, frame: { player } }: ActivityCall, { guildId, recipients }: Channel): boolean {
  if (guildId === undefined) return recipients.some(({ id }) => id === player.id);
  return live.world.guilds.byId(guildId)?.member(player) !== undefined;
}

const voiceChannels: readonly ChannelType[] = [ChannelType.GuildVoice, ChannelType.GuildStageVoice];

function describeChannel({ live, frames }: ActivityCall, { id, type, name, guildId }: Channel): object {
  const { world } = live;
  const isVoice = voiceChannels.includes(type);
  const position = world.guilds.byId(guildId ?? "")?.channels.findIndex((channel) => channel.id === id) ?? 0;
  return {
    id,
    type,
    name,
    guild_id: guildId ?? null,
    topic: "",
    position,
    ...(isVoice && { bitrate: 64_000, user_limit: 0 }),
    voice_states: isVoice ? describeVoices(frames, id) : [],
    messages: [],
  };
}

/** A player of a voice channel is listed once, however many windows they have open. */
function describeVoices(frames: ActivityFrames, channelId: string): readonly RpcVoice[] {
  const byPlayer = new Map(frames.in(channelId).map((frame) => [frame.player.id, frame]));
  return [...byPlayer.values()].map(describeVoice);
}
