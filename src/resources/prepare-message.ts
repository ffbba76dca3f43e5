import type { StreamedBody } from "../core/request/send.ts";
import { prepareMessage } from "../interactions/messages/outgoing.ts";
import type { CheckedFile } from "../interactions/messages/message-file.ts";
import { createForm } from "../interactions/messages/multipart.ts";
import { channelMessageFields, checkMessage } from "../interactions/messages/rules/messages.ts";
import type { ChannelMessageBody, MessageBody } from "../wire/message.ts";

interface PreparedMessage {
  readonly body: MessageBody;
  readonly upload: StreamedBody | undefined;
  readonly uploadMs: number;
}

export function prepareChannelMessage(
  message: ChannelMessageBody,
  files: readonly CheckedFile[],
  operation: string,
  limit: number,
): PreparedMessage {
  const context = { operation, limit, more: channelMessageFields };
  const { body, uploadMs } = prepareMessage(message, files, context, checkMessage);
  return { body, upload: createForm(body, files, context), uploadMs };
}
