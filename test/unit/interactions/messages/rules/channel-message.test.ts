import { expect, test } from "vitest";
import {
  channelMessageFields,
  findInMessage,
} from "../../../../../src/interactions/messages/rules/messages.ts";
import { wordsOf } from "../../../../setup/emulator/reason-of.ts";

test.each([
  [
    {
      nonce: "x".repeat(25),
      enforce_nonce: true,
      sticker_ids: ["1"],
      message_reference: { message_id: "1" },
    },
    "",
  ],
  [{ nonce: 7 }, ""],
  [{ nonce: null }, ""],
  [{ nonce: "x".repeat(26) }, "nonce: Must be 25 or fewer in length."],
  [{ nonce: 0.5 }, "nonce: Value 0.5 is not int."],
  [{ nonce: true }, "nonce: Could not interpret true as string."],
  [{ enforce_nonce: "yes" }, "enforce_nonce: Must be either true or false."],
  [{ sticker_ids: ["1", "2", "3", "4"] }, "sticker_ids: Must be 3 or fewer in length."],
  [{ message_reference: { message_id: "1", type: 1 } }, ""],
  [
    { message_reference: { message_id: "1", type: 7 } },
    "message_reference.type: Value must be one of {0, 1}.",
  ],
  [{ message_reference: {} }, "message_reference.message_id: This field is required"],
])("checks %j in a message to a channel: %j", (fields, reason) => {
  expect(wordsOf(findInMessage({ content: "x", ...fields }, { more: channelMessageFields }))).toBe(reason);
});
