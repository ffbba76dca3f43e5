import { expect, it } from "vitest";
import { checkEmbedSize, embed } from "../../../../../src/interactions/messages/rules/embeds.ts";
import { wordsOf } from "../../../../setup/emulator/reason-of.ts";
import { checkPoll, poll } from "../../../../../src/interactions/messages/rules/polls.ts";

it("limits all embeds together to 6000 characters of text", () => {
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

const asked = (question: object, answer: object) => ({ question, answers: [{ poll_media: answer }] });

it.each([
  [asked({ text: "Where?" }, { text: "Here", emoji: { name: "🐟" } }), ""],
  [asked({}, { text: "Here" }), "question.text: This field is required"],
  [asked({ text: "Where?" }, { text: null }), "answers.0.poll_media.text: This field is required"],
  [
    asked({ text: "Where?" }, { text: "x".repeat(56) }),
    "answers.0.poll_media.text: Must be 55 or fewer in length.",
  ],
])("checks poll %#, %j: %j", (body, words) => {
  expect(wordsOf(poll(body, []))).toBe("");
  expect(wordsOf(checkPoll(body, []))).toBe(words);
});
