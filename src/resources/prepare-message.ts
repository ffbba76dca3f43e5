// The functions that check a message and make its body, as the client uses them.
import { preparePlain, type Outgoing } from "../interactions/messages/outgoing.ts";
import type { CheckedFile } from "../interactions/messages/message-file.ts";
import { channelMessageFields } from "../interactions/messages/rules/messages.ts";
import type { ChannelMessageBody } from "../wire/message.ts";

/** Checks a message for a channel. @param limit - bytes that one file may have. */
export function prepareChannelMessage(
  message: ChannelMessageBody,
  files: readonly CheckedFile[],
  operation: string,
  limit: number,
): Outgoing {
  return preparePlain(message, files, { operation, limit, more: channelMessageFields });
}
