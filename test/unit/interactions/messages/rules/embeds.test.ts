import { expect, it } from "vitest";
import { checkEmbedSize, embed } from "../../../../../src/interactions/messages/rules/embeds.ts";
import { wordsOf } from "../../../../setup/emulator/reason-of.ts";

it("limits the text of all embeds to 6000 characters", () => {
  const one = {
    title: "x".repeat(250),
    description: "😀".repeat(4000),
    author: { name: "x".repeat(250) },
    footer: { text: "x".repeat(1000) },
    fields: [{ name: "x".repeat(200), value: "x".repeat(300) }],
  };
  expect(wordsOf(checkEmbedSize([one, { title: null, footer: null }], ["embeds"]))).toBe("");
  expect(wordsOf(checkEmbedSize([one, { title: "x" }], ["embeds"]))).toBe(
    "embeds: Embed size exceeds maximum size of 6000",
  );
});

it("accepts web addresses, and attachment addresses for images only", () => {
  expect(wordsOf(embed({ url: "https://example.com", image: { url: "attachment://map.png" } }, []))).toBe("");
  expect(wordsOf(embed({ url: "attachment://map.png" }, []))).toMatch(/^url: Scheme "attachment"/);
});
