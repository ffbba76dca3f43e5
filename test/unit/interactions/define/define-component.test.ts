import { expect, test } from "vitest";
import { defineComponent, defineModal } from "../../../../src/interactions/define/define-component.ts";

test.each(["", "a:b", "x".repeat(101), "🎲".repeat(101)])("rejects the id %j", (customId) => {
  const handle = () => undefined;
  const refusal = expect.objectContaining({ code: "invalid_custom_id" }) as unknown;
  expect(() => defineComponent({ customId, handle })).toThrow(refusal);
  expect(() => defineModal({ customId, handle })).toThrow(refusal);
});

test("accepts an id of 100 characters, regardless of its number of UTF-16 code units", () => {
  const customId = "🎲".repeat(100);
  expect(defineComponent({ customId, handle: () => undefined })).toMatchObject({ customId });
});
