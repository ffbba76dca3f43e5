import { Permission } from "../../wire/permission.ts";
import { ChannelType } from "../../wire/command-option.ts";
import { checkFields } from "../../interactions/messages/rules/checks.ts";
import { missingPermissions, refuse, wrongChannelType } from "../base/refusal.ts";
import { voiceStatusForm } from "./voice-status-form.ts";
import { holds } from "../state/permission-bits.ts";
import { findBotChannel } from "./bot-channel.ts";
import { parseJson } from "./input.ts";
import type { ApiAnswer, ApiCall, Route } from "./route.ts";

export const voiceStatusRoutes: readonly Route[] = [["PUT", "/channels/:channel_id/voice-status", setStatus]];

/** Says what a voice channel is about (Application Commands Interface, "Other endpoints"). */
async function setStatus(call: ApiCall): Promise<ApiAnswer> {
  const { application, channel } = await findBotChannel(call);
  if (channel.type !== ChannelType.GuildVoice) throw wrongChannelType();
  const isConnected = channel.connectedBots.includes(application.id);
  const needed = Permission.SetVoiceChannelStatus | (isConnected ? 0n : Permission.ManageChannels);
  if (!holds(application.permissions, needed)) throw missingPermissions();
  const body = parseJson(call);
  refuse(checkFields(body, voiceStatusForm));
  const { status = null } = body as { readonly status?: string | null };
  channel.status = status === "" ? null : status;
  return { status: 204 };
}
