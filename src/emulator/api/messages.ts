import { Permission } from "../../wire/permission.ts";
import { JsonErrorCode } from "../../wire/json-error-code.ts";
import type { ChannelMessageBody } from "../../wire/message.ts";
import { channelMessageFields } from "../../messages/rules/channel-message.ts";
import { findInMessage } from "../../messages/rules/messages.ts";
import { missingAccess, Refusal, refuse, unauthorized } from "../base/refusal.ts";
import type { EmulatorApplication } from "../world/application.ts";
import type { Channel } from "../world/channels.ts";
import { checkWords, composeMessage, type Draft } from "../world/messages.ts";
import { joinPermissions } from "../world/permission-bits.ts";
import { describeBot } from "../world/players.ts";
import { absentResource } from "./absent-resources.ts";
import { parseForm, parsePathId } from "./input.ts";
import type { ApiAnswer, ApiCall, Route } from "./route.ts";

export const messageRoutes: readonly Route[] = [["POST", "/channels/:channel_id/messages", createMessage]];

/** A message of a bot (Discord documentation, Message, "Create Message"). */
async function createMessage(call: ApiCall): Promise<ApiAnswer> {
  const { application, bot } = await call.authenticate();
  if (!bot) throw unauthorized();
  const { world } = call;
  const channel = world.channels.byId(parsePathId(call, "channel_id"));
  if (!channel) throw new Refusal(404, JsonErrorCode.UnknownChannel, "Unknown Channel");
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

/** @throws Refusal 50001 where the application is not, 50013 where its bot may not do it. */
function mustSay(application: EmulatorApplication, channel: Channel, hasFiles: boolean): void {
  const { guildId, applicationId } = channel;
  if (guildId === undefined) {
    if (applicationId !== application.id) throw missingAccess();
    return;
  }
  if (application.guilds?.includes(guildId) === false) throw missingAccess();
  const needed = Permission.SendMessages | (hasFiles ? Permission.AttachFiles : 0n);
  const held = BigInt(joinPermissions([application.permissions]));
  if ((held & needed) === needed) return;
  throw new Refusal(403, JsonErrorCode.MissingPermissions, "Missing Permissions");
}

/** What a message can have, and an emulator has not. */
function refuseUnsupported({
  sticker_ids: stickers,
  message_reference: reference,
}: ChannelMessageBody): void {
  if (stickers?.length) throw absentResource("stickers");
  if (reference) throw absentResource("messages that refer to others");
}
