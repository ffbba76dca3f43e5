import { type Check, type Fields, flag, id, list, oneOf, record, text, whole } from "./checks.ts";

const nonce: Check = (value, path) =>
  typeof value === "number" ? whole(-(2 ** 63), 2 ** 63)(value, path) : text(25)(value, path);

/** What only a message to a channel has (the service's published description, `MessageCreateRequest`). */
export const channelMessageFields: Fields["optional"] = {
  nonce,
  enforce_nonce: flag,
  sticker_ids: list(id, 3),
  message_reference: record({
    required: { message_id: id },
    // An answer, or a message that is forwarded.
    optional: { channel_id: id, guild_id: id, fail_if_not_exists: flag, type: oneOf(0, 1) },
  }),
};
