import { randomBytes } from "node:crypto";
import { CommandType } from "../../wire/command.ts";
import type { CommandData, InteractionPayload, InteractionType } from "../../wire/interaction.ts";
import { messageLimits } from "../../wire/limits.ts";
import { writeMessage } from "../world/messages.ts";
import { describePlayer } from "../world/players.ts";
import { createSnowflake } from "../base/new-id.ts";
import type { FoundPlace } from "./place.ts";
import { describeMember, type IdUsage, permissions, resolveOptions } from "./resolved-data.ts";

/** Who does something, and where. */
export interface Envelope extends FoundPlace {
  readonly type: InteractionType;
}

/** What the payload of a command is made from. A text as target is the message a MESSAGE command is used on. */
export type Usage = Envelope & IdUsage;

/** The payload of a command or autocomplete interaction (Application Commands Interface, "Interaction payload"). */
export function describeInteraction(usage: Usage): InteractionPayload {
  return { ...describeEnvelope(usage), data: describeData(usage) };
}

/** What every interaction says, apart from its data. */
export function describeEnvelope(envelope: Envelope): Omit<InteractionPayload, "data"> {
  const { type, applicationId, player, guildId, channelId, now } = envelope;
  const user = describePlayer(player);
  const member = { user, ...describeMember(), mute: false, deaf: false };
  return {
    id: createSnowflake(now),
    application_id: applicationId,
    type,
    token: randomBytes(48).toString("base64url"),
    version: 1,
    channel_id: channelId,
    channel: { id: channelId, type: guildId === undefined ? 1 : 0 },
    ...(guildId === undefined ? { user } : { guild_id: guildId, member, guild_locale: "en-US" }),
    locale: "en-US",
    app_permissions: permissions,
    context: guildId === undefined ? 1 : 0,
    authorizing_integration_owners: { "0": guildId ?? "0" },
    attachment_size_limit: messageLimits.fileBytes,
    entitlements: [],
  };
}

function describeData(usage: Usage): CommandData {
  const { command, options, target } = usage;
  const resolved = resolveOptions(usage);
  const message =
    typeof target === "string"
      ? writeMessage(usage.channelId, describePlayer(usage.player), target, usage.now)
      : undefined;
  const targetId = message?.id ?? (typeof target === "object" ? target.id : undefined);
  return {
    id: command.id,
    name: command.name,
    type: command.type ?? CommandType.ChatInput,
    ...(command.guild_id !== undefined && { guild_id: command.guild_id }),
    ...(options && { options }),
    ...(targetId !== undefined && { target_id: targetId }),
    ...(message ? { resolved: { messages: { [message.id]: message } } } : resolved && { resolved }),
  };
}
