import { expect, it } from "vitest";
import { prepareChannelMessage } from "../../../src/resources/prepare-message.ts";

it("accepts fields that only channel messages have", () => {
  const message = { content: "Hello", nonce: "a", enforce_nonce: true };
  expect(prepareChannelMessage(message, [], "Sending a message", 10).body).toEqual(message);
  expect(() => prepareChannelMessage({ nonce: "x".repeat(26) }, [], "Sending a message", 10)).toThrow(
    "nonce: Must be",
  );
});
