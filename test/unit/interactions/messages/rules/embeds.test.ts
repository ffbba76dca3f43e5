import { expect, it } from "vitest";
import { checkEmbedSize, embed } from "../../../../../src/interactions/messages/rules/embeds.ts";
import { messageOf } from "../../../../setup/emulator/reason-of.ts";
import { checkPoll, poll } from "../../../../../src/interactions/messages/rules/polls.ts";

it("limits all embeds to a total of 6000 characters of text", () => {
  const one = {
    title: "x".repeat(250),
    description: "😀".repeat(4000),
    author: { name: "x".repeat(250) },
    footer: { text: "x".repeat(1000) },
    fields: [{ name: "x".repeat(200), value: "x".repeat(300) }],
  };
  expect(messageOf(checkEmbedSize([one, { title: null, footer: null }], ["embeds"]))).toBe("");
  expect(messageOf(checkEmbedSize([one, { title: "x" }], ["embeds"]))).toBe(
    "embeds: Embed size exceeds maximum size of 6000",
  );
});

it("accepts web addresses but attachment addresses only for images", () => {
  expect(messageOf(embed({ url: "https://example.com", image: { url: "attachment://map.png" } }, []))).toBe(
    "",
  );
  expect(messageOf(embed({ url: "attachment://map.png" }, []))).toMatch(/^url: Scheme "attachment"/);
});

const pollBody = (question: object, answer: object) => ({ question, answers: [{ poll_media: answer }] });

it.each([
  [pollBody({ text: "Where?" }, { text: "Here", emoji: { name: "🐟" } }), ""],
  [pollBody({}, { text: "Here" }), "question.text: This field is required"],
  [pollBody({ text: "Where?" }, { text: null }), "answers.0.poll_media.text: This field is required"],
  [
    pollBody({ text: "Where?" }, { text: "x".repeat(56) }),
    "answers.0.poll_media.text: Must be 55 or fewer in length.",
  ],
])("checks the poll %j: %j (%#)", (body, expected) => {
  expect(messageOf(poll(body, []))).toBe("");
  expect(messageOf(checkPoll(body, []))).toBe(expected);
});
