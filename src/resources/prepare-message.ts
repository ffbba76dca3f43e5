// The functions that check a message and make its body, as the client uses them.
import type { StreamedBody } from "../core/request/send.ts";
import { preparePlain } from "../interactions/messages/outgoing.ts";
import type { CheckedFile } from "../interactions/messages/message-file.ts";
import { createForm } from "../interactions/messages/multipart.ts";
import { checkMessage } from "../interactions/messages/rules/answer-rules.ts";
import { channelMessageFields } from "../interactions/messages/rules/messages.ts";
import type { ChannelMessageBody, MessageBody } from "../wire/message.ts";

/** A message for a channel that was checked. */
interface PreparedMessage {
  readonly body: MessageBody;
  /** The same with its files, where there are any. */
  readonly upload: StreamedBody | undefined;
  /** Milliseconds that its files may take, beside what the request itself may. */
  readonly uploadMs: number;
}

/** Checks a message for a channel. @param limit - bytes that one file may have. */
export function prepareChannelMessage(
  message: ChannelMessageBody,
  files: readonly CheckedFile[],
  operation: string,
  limit: number,
): PreparedMessage {
  const place = { operation, limit, more: channelMessageFields };
  const { body, uploadMs } = preparePlain(message, files, place, checkMessage);
  return { body, upload: createForm(body, files, place), uploadMs };
}
