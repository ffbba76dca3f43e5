import { refuse, refusal } from "../base/refusal.ts";
import { mustBeBot } from "../oauth/bearer.ts";
import type { EmulatorApplication } from "../state/application.ts";
import type { Channel } from "../state/channels.ts";
import { parsePathId, parseForm, parseJson } from "./input.ts";
import { type ApiCall, absentResource, type Route } from "./route.ts";
import { Permission } from "../../wire/permission.ts";
import type { ChannelMessageBody } from "../../wire/message.ts";
import { channelMessageFields, findInMessage } from "../../interactions/messages/rules/messages.ts";
import { checkWords, composeMessage, type Draft } from "../state/messages.ts";
import { holds } from "../state/permission-book.ts";
import { describeBot } from "../state/players.ts";
import { type Fields, text, checkFields } from "../../interactions/messages/rules/checks.ts";
import { voiceStatusLength } from "../../wire/limits.ts";
import { ChannelType } from "../../wire/command-option.ts";

export async function findBotChannel(
  call: ApiCall,
): Promise<{ readonly application: EmulatorApplication; readonly channel: Channel }> {
  const application = mustBeBot(await call.authenticate());
  const channel = call.world.channels.byId(parsePathId(call, "channel_id"));
  if (!channel) throw refusal("UnknownChannel");
  const { guildId, applicationId } = channel;
  const isThere = guildId === undefined ? applicationId === application.id : application.isIn(guildId);
  if (!isThere) throw refusal("MissingAccess");
  return { application, channel };
}

export const messageRoutes: readonly Route[] = [["POST", "/channels/:channel_id/messages", createMessage]];

async function createMessage(call: ApiCall) {
  const { world } = call;
  const { application, channel } = await findBotChannel(call);
  const { payload, files } = await parseForm(call);
  refuse(findInMessage(payload, { files, more: channelMessageFields }));
  const body = payload as Draft["body"] & ChannelMessageBody;
  mustSay(application, channel, files.length > 0);
  refuseUnsupported(body);
  const { nonce, enforce_nonce: isEnforced } = body;
  const known = isEnforced && nonce ? world.nonces.find(application.id, channel.id, nonce) : undefined;
  if (known) return known;
  const now = world.clock.now();
  const place = { channelId: channel.id, author: describeBot(application), files: world.files, now };
  const message = { ...composeMessage(place, { body, files }), ...(nonce && { nonce }) };
  checkWords(message);
  world.history.keep(message);
  if (nonce) world.nonces.keep(application.id, nonce, message);
  return message;
}

/** Direct messages need no permissions. */
function mustSay({ permissions }: EmulatorApplication, { guildId }: Channel, hasFiles: boolean): void {
  const needed = Permission.SendMessages | (hasFiles ? Permission.AttachFiles : 0n);
  if (guildId !== undefined && !holds(permissions, needed)) throw refusal("MissingPermissions");
}

function refuseUnsupported(body: ChannelMessageBody): void {
  if (body.sticker_ids?.length) throw absentResource("stickers");
  if (body.message_reference) throw absentResource("messages that refer to others");
}

const voiceStatusForm: Fields = { optional: { status: text(voiceStatusLength) } };

export const voiceStatusRoutes: readonly Route[] = [["PUT", "/channels/:channel_id/voice-status", setStatus]];

async function setStatus(call: ApiCall) {
  const { application, channel } = await findBotChannel(call);
  if (channel.type !== ChannelType.GuildVoice) throw refusal("WrongChannelType");
  const isConnected = channel.connectedBots.includes(application.id);
  const needed = Permission.SetVoiceChannelStatus | (isConnected ? 0n : Permission.ManageChannels);
  if (!holds(application.permissions, needed)) throw refusal("MissingPermissions");
  const body = parseJson(call);
  refuse(checkFields(body, voiceStatusForm));
  const { status = null } = body as { readonly status?: string | null };
  channel.status = status === "" ? null : status;
}
