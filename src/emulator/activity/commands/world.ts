import { fields } from "../../../core/check/fields.ts";
import { textOf } from "../../../core/check/readers.ts";
import { ChannelType } from "../../../wire/command-option.ts";
import type { Channel } from "../../state/channels.ts";
import { type ActivityCall, type ActivityCommands, createCommand, createPlainCommand } from "../command.ts";
import { RpcRefusal } from "../rpc.ts";
import {
  describeParticipants,
  describeRelationship,
  describeRpcUser,
  describeVoice,
} from "../sdk-objects.ts";
import type { OpenWindows } from "../window.ts";

export const worldCommands: ActivityCommands = {
  GET_CHANNEL: createCommand(
    ["guilds"],
    fields({ channel_id: textOf({ most: 20 }) }),
    (call, { channel_id: id }) => {
      const channel = call.live.world.channels.byId(id);
      if (!channel || !isVisibleTo(call, channel))
        throw new RpcRefusal(
          "InvalidChannel",
          `Invalid channel: the player cannot see a channel with the id ${id}.`,
        );
      if (channel.guildId === undefined) call.connection.requireAccess(["dm_channels.read"]);
      return describeChannel(call, channel);
    },
  ),
  GET_CHANNEL_PERMISSIONS: createPlainCommand(["guilds.members.read"], ({ window: { location, player } }) => {
    const member = location.guild?.member(player);
    return { permissions: (member && location.guild?.permissionsOf(member)) ?? "0" };
  }),
  GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS: createPlainCommand([], ({ live, window }) => ({
    participants: describeParticipants(live.world, window.instance),
  })),
  GET_RELATIONSHIPS: createPlainCommand(["relationships.read"], ({ window, windows, live }) => ({
    relationships: live.world.friendships
      .of(window.player)
      .map((friend) => describeRelationship(windows, friend, true)),
  })),
  GET_USER: createCommand([], fields({ id: textOf({ most: 64 }) }), ({ live }, { id }) => {
    const player = live.world.players.byId(id);
    return player ? describeRpcUser(player) : null;
  }),
};

function isVisibleTo({ live, window: { player } }: ActivityCall, { guildId, recipients }: Channel): boolean {
  if (guildId === undefined) return recipients.some(({ id }) => id === player.id);
  return live.world.guilds.byId(guildId)?.member(player) !== undefined;
}

const voiceChannels: readonly ChannelType[] = [ChannelType.GuildVoice, ChannelType.GuildStageVoice];

function describeChannel({ live, windows }: ActivityCall, { id, type, name, guildId }: Channel): object {
  const isVoice = voiceChannels.includes(type);
  const guild = live.world.guilds.byId(guildId ?? "");
  return {
    id,
    type,
    name,
    guild_id: guildId ?? null,
    topic: "",
    position: guild?.channels.findIndex((channel) => channel.id === id) ?? 0,
    ...(isVoice && { bitrate: 64_000, user_limit: 0 }),
    voice_states: isVoice ? describeVoices(windows, id) : [],
    messages: [],
  };
}

function describeVoices(windows: OpenWindows, channelId: string): readonly object[] {
  const byPlayer = new Map(windows.in(channelId).map((window) => [window.player.id, window]));
  return [...byPlayer.values()].map(describeVoice);
}
