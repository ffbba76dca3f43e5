import { type Fields, text, checkFields } from "../../interactions/messages/rules/checks.ts";
import { channelMessageFields, findInMessage } from "../../interactions/messages/rules/messages.ts";
import { ChannelType } from "../../wire/command-option.ts";
import { GatewayIntent } from "../../wire/gateway.ts";
import { threadTypes } from "../../wire/guild.ts";
import { pageSizes, voiceStatusLength } from "../../wire/limits.ts";
import type { ChannelMessageBody, WireMessage } from "../../wire/message.ts";
import { Permission } from "../../wire/permission.ts";
import { refusal, refuse } from "../base/refusal.ts";
import type { EmulatorApplication } from "../state/application.ts";
import type { Channel } from "../state/channels.ts";
import { mayUseIntent, describeGuildChannel, describeThreadMember, joinedAt } from "../state/descriptions.ts";
import { checkWords, composeMessage, type Draft } from "../state/messages.ts";
import { permits } from "../state/permission-book.ts";
import { describeBot, describePlayer, type Player } from "../state/players.ts";
import {
  absentResource,
  type ApiCall,
  asBot,
  selectPage,
  parseFlag,
  parseForm,
  parseJsonBody,
  parsePage,
  parsePathId,
  type Route,
} from "./api-call.ts";

const channelPath = "/channels/:channel_id";

export const channelRoutes: readonly Route[] = [
  ["GET", channelPath, inChannel(getChannel)],
  ["GET", `${channelPath}/messages`, inChannel(listMessages)],
  ["POST", `${channelPath}/messages`, inChannel(createMessage)],
  ["PUT", `${channelPath}/voice-status`, inChannel(setVoiceStatus)],
  ["GET", `${channelPath}/thread-members`, inChannel(listThreadMembers)],
  ["GET", `${channelPath}/thread-members/:user_id`, inChannel(getThreadMember)],
];

interface ChannelCall extends ApiCall {
  readonly application: EmulatorApplication;
  readonly channel: Channel;
}

function inChannel(answer: (call: ChannelCall) => unknown): Route[2] {
  return asBot((application, call) => {
    const channel = call.world.channels.byId(parsePathId(call, "channel_id"));
    if (!channel) throw refusal("UnknownChannel");
    const { guildId, applicationId } = channel;
    const hasAccess = guildId === undefined ? applicationId === application.id : application.isIn(guildId);
    if (!hasAccess) throw refusal("MissingAccess");
    return answer({ ...call, application, channel });
  });
}

function getChannel({ channel, world }: ChannelCall) {
  const { id, type, guildId, recipients } = channel;
  if (guildId === undefined)
    return { id, type, flags: 0, last_message_id: null, recipients: recipients.map(describePlayer) };
  const guild = world.guilds.byId(guildId);
  const described = describeGuildChannel(channel, guild?.channels.indexOf(channel) ?? 0);
  if (!threadTypes.includes(type)) return described;
  const messages = world.history.in(id).length;
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

function listMessages(call: ChannelCall) {
  const page = parsePage(call, pageSizes.messages, 50);
  const isLast = page.after === undefined && page.before === undefined;
  return selectPage(listReadable(call), isLast ? { ...page, before: afterAll } : page).toReversed();
}

const afterAll = String(2n ** 63n);

function listReadable({ world, application, channel }: ChannelCall): WireMessage[] {
  const inGuild = channel.guildId !== undefined;
  if (inGuild && !permits(application.permissions, Permission.ViewChannel)) throw refusal("MissingAccess");
  if (inGuild && !permits(application.permissions, Permission.ReadMessageHistory)) return [];
  const seesContent = !inGuild || mayUseIntent(application, GatewayIntent.MessageContent);
  return world.history
    .in(channel.id)
    .map((message) =>
      seesContent || message.author.id === application.id ? message : { ...message, ...withoutContent },
    );
}

/** For bots that lack the message content intent (Discord documentation, Gateway, "Message Content Intent"). */
const withoutContent = { content: "", embeds: [], attachments: [], components: [] };

async function createMessage(call: ChannelCall) {
  const { world, application, channel } = call;
  const { payload, files } = await parseForm(call);
  refuse(findInMessage(payload, { files, more: channelMessageFields }));
  const body = payload as Draft["body"] & ChannelMessageBody;
  requireSendMessages(application, channel, files.length > 0);
  if (body.sticker_ids?.length) throw absentResource("stickers");
  if (body.message_reference) throw absentResource("message references");
  const { nonce, enforce_nonce: isEnforced } = body;
  const known =
    isEnforced && nonce
      ? world.history.withNonce(channel.id, application.id, nonce, world.clock.now())
      : undefined;
  if (known) return known;
  const now = world.clock.now();
  const target = { channelId: channel.id, author: describeBot(application), files: world.files, now };
  const message = { ...composeMessage(target, { body, files }), ...(nonce && { nonce }) };
  checkWords(message);
  world.history.keep(message);
  return message;
}

/** Direct messages need no permissions. */
function requireSendMessages(
  { permissions }: EmulatorApplication,
  { guildId }: Channel,
  hasFiles: boolean,
): void {
  const needed = Permission.SendMessages | (hasFiles ? Permission.AttachFiles : 0n);
  if (guildId !== undefined && !permits(permissions, needed)) throw refusal("MissingPermissions");
}

const voiceStatusForm: Fields = { optional: { status: text(voiceStatusLength) } };

function setVoiceStatus(call: ChannelCall) {
  const { application, channel } = call;
  if (channel.type !== ChannelType.GuildVoice) throw refusal("WrongChannelType");
  const isConnected = channel.connectedBots.includes(application.id);
  const needed = Permission.SetVoiceChannelStatus | (isConnected ? 0n : Permission.ManageChannels);
  if (!permits(application.permissions, needed)) throw refusal("MissingPermissions");
  const body = parseJsonBody(call);
  refuse(checkFields(body, voiceStatusForm));
  const { status = null } = body as { readonly status?: string | null };
  channel.status = status === "" ? null : status;
}

/** The first API version in which responses are always paginated (Application Commands Interface, "Other endpoints"). */
const alwaysPaged = 11;

function listThreadMembers(call: ChannelCall) {
  const { players, describe, withMember } = findThread(call);
  const { after, limit } = parsePage(call, pageSizes.threadMembers);
  const isPaged = withMember || call.version >= alwaysPaged;
  return selectPage(players, isPaged ? { after, limit } : {}).map(describe);
}

function getThreadMember(call: ChannelCall) {
  const { players, describe } = findThread(call);
  const userId = parsePathId(call, "user_id");
  const player = players.find(({ id }) => id === userId);
  if (!player) throw refusal("UnknownMember");
  return describe(player);
}

function findThread(call: ChannelCall) {
  const { channel } = call;
  if (!threadTypes.includes(channel.type)) throw refusal("WrongChannelType");
  const withMember = parseFlag(call, "with_member");
  const guild = withMember ? call.world.guilds.byId(channel.guildId ?? "") : undefined;
  return {
    withMember,
    players: channel.members,
    describe: (player: Player) => describeThreadMember(channel, player, guild),
  };
}
