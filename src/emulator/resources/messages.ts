import { Permission } from "../../wire/permission.ts";
import type { ChannelMessageBody } from "../../wire/message.ts";
import { channelMessageFields, findInMessage } from "../../interactions/messages/rules/messages.ts";
import { missingPermissions, refuse } from "../base/refusal.ts";
import type { EmulatorApplication } from "../state/application.ts";
import type { Channel } from "../state/channels.ts";
import { checkWords, composeMessage, type Draft } from "../state/messages.ts";
import { holds } from "../state/permission-bits.ts";
import { describeBot } from "../state/players.ts";
import { absentResource } from "./absent-resources.ts";
import { findBotChannel } from "./bot-channel.ts";
import { parseForm } from "./input.ts";
import type { ApiAnswer, ApiCall, Route } from "./route.ts";

export const messageRoutes: readonly Route[] = [["POST", "/channels/:channel_id/messages", createMessage]];

/** A message of a bot (Discord documentation, Message, "Create Message"). */
async function createMessage(call: ApiCall): Promise<ApiAnswer> {
  const { world } = call;
  const { application, channel } = await findBotChannel(call);
  const { payload, files } = await parseForm(call);
  refuse(findInMessage(payload, { files, more: channelMessageFields }));
  const body = payload as Draft["body"] & ChannelMessageBody;
  mustSay(application, channel, files.length > 0);
  refuseUnsupported(body);
  const { nonce, enforce_nonce: isEnforced } = body;
  const known = isEnforced && nonce ? world.nonces.find(application.id, channel.id, nonce) : undefined;
  if (known) return { status: 200, body: known };
  const now = world.clock.now();
  const place = { channelId: channel.id, author: describeBot(application), files: world.files, now };
  const message = { ...composeMessage(place, { body, files }), ...(nonce && { nonce }) };
  checkWords(message);
  world.history.keep(message);
  if (nonce) world.nonces.keep(application.id, nonce, message);
  return { status: 200, body: message };
}

/** @throws Refusal 50013 for a bot that may not do it; in direct messages it may. */
function mustSay({ permissions }: EmulatorApplication, { guildId }: Channel, hasFiles: boolean): void {
  const needed = Permission.SendMessages | (hasFiles ? Permission.AttachFiles : 0n);
  if (guildId !== undefined && !holds(permissions, needed)) throw missingPermissions();
}

/** What a message can have, and an emulator has not. */
function refuseUnsupported({
  sticker_ids: stickers,
  message_reference: reference,
}: ChannelMessageBody): void {
  if (stickers?.length) throw absentResource("stickers");
  if (reference) throw absentResource("messages that refer to others");
}
