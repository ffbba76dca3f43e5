import { expect, it } from "vitest";
import { checkPoll, poll } from "../../../../../src/interactions/messages/rules/polls.ts";
import { wordsOf } from "../../../../setup/emulator/reason-of.ts";

const asked = (question: object, answer: object) => ({ question, answers: [{ poll_media: answer }] });

it.each([
  [asked({ text: "Where?" }, { text: "Here", emoji: { name: "🐟" } }), ""],
  [asked({}, { text: "Here" }), "question.text: This field is required"],
  [asked({ text: "Where?" }, { text: null }), "answers.0.poll_media.text: This field is required"],
  [
    asked({ text: "Where?" }, { text: "x".repeat(56) }),
    "answers.0.poll_media.text: Must be 55 or fewer in length.",
  ],
])("checks the poll %# of %j: %j", (body, words) => {
  expect(wordsOf(poll(body, []))).toBe("");
  expect(wordsOf(checkPoll(body, []))).toBe(words);
});
