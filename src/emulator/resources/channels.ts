import { GatewayIntent } from "../../wire/gateway.ts";
import { Permission } from "../../wire/permission.ts";
import type { WireMessage } from "../../wire/message.ts";
import { threadTypes } from "../../wire/guild.ts";
import { pageSizes } from "../../wire/limits.ts";
import { refusal } from "../base/refusal.ts";
import type { EmulatorApplication } from "../state/application.ts";
import type { Channel } from "../state/channels.ts";
import { mayUseIntent } from "../state/described-application.ts";
import { joinedAt } from "../state/described-guild.ts";
import { describeGuildChannel } from "../state/described-whole-guild.ts";
import { holds } from "../state/permission-book.ts";
import { describePlayer } from "../state/players.ts";
import { parsePathId, parseQueryId, parseQueryNumber } from "./input.ts";
import { findBotChannel } from "./messages.ts";
import { pageOf } from "./page.ts";
import type { ApiCall, Route } from "./route.ts";

export const channelRoutes: readonly Route[] = [
  ["GET", "/channels/:channel_id", getChannel],
  ["GET", "/channels/:channel_id/messages", listMessages],
  ["GET", "/channels/:channel_id/messages/:message_id", getMessage],
];

async function getChannel(call: ApiCall) {
  const { channel } = await findBotChannel(call);
  const { id, type, guildId, recipients } = channel;
  if (guildId === undefined)
    return { id, type, flags: 0, last_message_id: null, recipients: recipients.map(describePlayer) };
  const guild = call.world.guilds.byId(guildId);
  const described = describeGuildChannel(channel, guild?.channels.indexOf(channel) ?? 0);
  if (!threadTypes.includes(type)) return described;
  const messages = call.world.history.in(id).length;
  return { ...described, owner_id: guild?.ownerId, ...describeThreadCounts(channel, messages) };
}

function describeThreadCounts({ members }: Channel, messages: number): object {
  return {
    member_count: members.length,
    message_count: messages,
    total_message_sent: messages,
    thread_metadata: {
      archived: false,
      archive_timestamp: joinedAt,
      auto_archive_duration: 4320,
      locked: false,
    },
  };
}

async function listMessages(call: ApiCall) {
  const { application, channel } = await findBotChannel(call);
  const page = {
    before: parseQueryId(call, "before"),
    after: parseQueryId(call, "after"),
    limit: parseQueryNumber(call, "limit", pageSizes.messages, 50),
  };
  const isLast = page.after === undefined && page.before === undefined;
  const seen = pageOf(readable(call, application, channel), isLast ? { ...page, before: afterAll } : page);
  return seen.toReversed();
}

const afterAll = String(2n ** 63n);

async function getMessage(call: ApiCall) {
  const { application, channel } = await findBotChannel(call);
  const id = parsePathId(call, "message_id");
  const message = readable(call, application, channel).find((one) => one.id === id);
  if (!message) throw refusal("UnknownMessage");
  return message;
}

function readable({ world }: ApiCall, application: EmulatorApplication, channel: Channel): WireMessage[] {
  const inGuild = channel.guildId !== undefined;
  if (inGuild && !holds(application.permissions, Permission.ViewChannel)) throw refusal("MissingAccess");
  if (inGuild && !holds(application.permissions, Permission.ReadMessageHistory)) return [];
  const seesContent = !inGuild || mayUseIntent(application, GatewayIntent.MessageContent);
  return world.history
    .in(channel.id)
    .map((message) =>
      seesContent || message.author.id === application.id ? message : withoutContent(message),
    );
}

/** Bots without the message content intent receive no content (Discord documentation, Gateway, "Message Content Intent"). */
function withoutContent(message: WireMessage): WireMessage {
  return { ...message, content: "", embeds: [], attachments: [], components: [] };
}
